import { describe, expect, test } from '@jest/globals';
import { formats, references, responseOf } from './reference-document.ts';

const examplesOf = (path: string, status: string, format: (typeof formats)[number]) =>
  responseOf('get', path, status, format)?.content?.['application/json']?.examples ?? {};

describe.each(formats)('the errors of the %s format', (format) => {
  test('have a text in every example', () => {
    const texts: unknown[] = [];
    JSON.stringify(references[format].components.responses, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'error' in value) texts.push(value.error);
      return value;
    });
    expect(texts.length).toBeGreaterThan(20);
    expect(texts).not.toContain('');
  });

  test('O9: name what would have been ignored', () => {
    expect(examplesOf('/api/orders', '400', format)['ignoredSearch']?.value).toHaveProperty(
      'errors',
    );
  });
});

test('O1: a list is too long only where it has no pages', () => {
  const shown = (path: string) =>
    formats.map((format) => 'listTooLong' in examplesOf(path, '422', format));
  expect(shown('/api/orders')).toEqual([false, true]);
  expect(shown('/api/payment_methods')).toEqual([false, false]);
});
