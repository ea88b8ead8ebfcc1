import { expect, test } from '@jest/globals';
import { acceptsJson } from '../../rest/request/accept.ts';

test.each([
  undefined,
  '',
  'nonsense',
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/*',
  '*/*',
  'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'text/xml, application/json;q=0.1',
])('F4: Accept %p admits JSON', (header) => {
  expect(acceptsJson(header)).toBe(true);
});

test.each([
  'application/xml',
  'text/html, text/*',
  'application/json;q=0',
  'application/json; q=0.0, */*',
  'application/vnd.api+json',
])('F4: Accept %p does not admit JSON', (header) => {
  expect(acceptsJson(header)).toBe(false);
});
