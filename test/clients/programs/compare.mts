import { isDeepStrictEqual } from 'node:util';
import { print } from 'graphql';
import type { Page } from './flow.mts';

/** What the store answers, past every cache. */
export async function askStore(
  address: string,
  key: string,
  { document, variables }: Page,
): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': key },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A value without the `__typename` that caches add to what they send. */
function withoutTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypes);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== '__typename');
  return Object.fromEntries(fields.map(([name, of]) => [name, withoutTypes(of)]));
}

/** Where two values differ, as lines such as `order.total: 24.5 is 48.5`. */
function differences(cached: unknown, stored: unknown, path: string): string[] {
  if (isDeepStrictEqual(cached, stored)) return [];
  if (!isObject(cached) || !isObject(stored)) {
    return [`${path}: ${JSON.stringify(cached)} is ${JSON.stringify(stored)}`];
  }
  const names = new Set([...Object.keys(cached), ...Object.keys(stored)]);
  return [...names].flatMap((name) =>
    differences(cached[name], stored[name], path === '' ? name : `${path}.${name}`),
  );
}

/** Where what the cache shows differs from what the store answered. */
export const compare = (cached: unknown, stored: unknown): string[] =>
  differences(withoutTypes(cached), withoutTypes(stored), '');
