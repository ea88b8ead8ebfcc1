import { describe, expect, test } from '@jest/globals';
import { refusals } from '../../gateway/passage/refusals.ts';
import { find, formats, operationsOf, references, responseOf } from './reference-document.ts';

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

test('P36: a write by a page of another origin is refused, which every write tells', () => {
  const told = operationsOf('newer').filter(({ operation }) => '403' in operation.responses);
  expect(new Set(told.map(({ method }) => method))).toEqual(
    new Set(['post', 'put', 'patch', 'delete']),
  );
  const [example] = Object.values(
    responseOf('put', '/api/orders/:order', '403')?.content?.['application/json']?.examples ?? {},
  );
  expect(example?.value).toEqual({ error: refusals[403] });
});

const headersOf = (method: string, path: string, status: string): string[] =>
  Object.keys(responseOf(method, path, status)?.headers ?? {});

test('every response has the id of its request, and what is left of the limit', () => {
  const all = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  const lacking = operationsOf('newer').flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([, response]) => !('$ref' in response))
      .filter(
        ([, response]) => !all.every((name) => JSON.stringify(response).includes(`/${name}"`)),
      )
      .map(([status]) => `${operation.operationId} ${status}`),
  );
  expect(lacking).toEqual([]);
  for (const { headers } of Object.values(references.newer.components.responses))
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(all));
});

test('HEAD has the headers of GET', () => {
  const path = '/api/orders/:order';
  for (const status of Object.keys(find('get', path).responses)) {
    expect(headersOf('head', path, status)).toEqual(headersOf('get', path, status));
  }
  expect(headersOf('head', path, '401')).toContain('WWW-Authenticate');
  expect(headersOf('head', path, '503')).toContain('Retry-After');
});
