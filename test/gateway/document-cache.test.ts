import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { DocumentCache } from '../../gateway/graphql/document-cache.ts';

const schema = buildSchema('directive @custom(if: Boolean!) on FIELD type Query { hello: String }');

/** Runs a document as a request does, and returns how often it had to be parsed. */
function ask(cache: DocumentCache, text: string, caller = 'ann'): number {
  let parsed = 0;
  const document = cache.parse({ body: text }, () => {
    parsed += 1;
    return parse(text);
  });
  cache.validate(document, () => validate(schema, document), caller);
  return parsed;
}

const long = (at: number): string => `{ hello } #${String(at)}${'x'.repeat(100_000)}`;

describe('documents are cached by size (safety 5)', () => {
  test('a document that fits the schema is parsed once', () => {
    const cache = new DocumentCache();
    expect([ask(cache, '{ hello }'), ask(cache, '{ hello }'), ask(cache, '{hello}')]).toEqual([
      1, 0, 1,
    ]);
  });

  test('one that does not is not kept', () => {
    const cache = new DocumentCache();
    expect([ask(cache, '{ helo }'), ask(cache, '{ helo }'), cache.bytes]).toEqual([1, 1, 0]);
  });

  test('four hundred long ones never take more than 30 MiB, and the latest stay', () => {
    const cache = new DocumentCache();
    for (let at = 0; at < 400; at += 1) {
      ask(cache, long(at));
      expect(cache.bytes).toBeLessThanOrEqual(30 * 1_048_576);
    }
    expect(ask(cache, long(0))).toBe(1);
    expect(ask(cache, long(399))).toBe(0);
  });

  test('Q27: one with conditions counts for each of the ways in which it is compiled', () => {
    const sizeOf = (text: string): number => {
      const cache = new DocumentCache();
      ask(cache, text);
      return cache.bytes;
    };
    const plain = sizeOf('query ($a: Boolean!) { hello @custom(if: $a) }');
    const conditional = sizeOf('query ($a: Boolean!) { hello @include(if: $a) }');
    expect(plain).toBeGreaterThan(0);
    expect(conditional).toBeGreaterThan(3.9 * plain);
  });

  test("N40: a caller who fills the cache pushes out nobody else's documents", () => {
    const cache = new DocumentCache();
    ask(cache, '{ hello }', 'bob');
    for (let at = 0; at < 200; at += 1) ask(cache, long(at), 'ann');
    expect(ask(cache, '{ hello }', 'ann')).toBe(0);
    expect(cache.bytes).toBeGreaterThan(29 * 1_048_576);
  });

  test('the one used longest ago goes first', () => {
    const cache = new DocumentCache(1_000_000);
    for (const at of [1, 2]) ask(cache, long(at));
    expect(ask(cache, long(1))).toBe(0);
    ask(cache, long(3));
    expect([ask(cache, long(1)), ask(cache, long(2))]).toEqual([0, 1]);
  });
});
