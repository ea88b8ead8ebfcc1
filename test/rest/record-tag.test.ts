import { describe, expect, test } from '@jest/globals';
import { recordTag } from '../../rest/answer/record-tag.ts';

const tagOf = (description: string, quantity: number): string =>
  recordTag(
    JSON.stringify({
      id: 1,
      line_items: [{ variant: { id: 7, description, images: [{ alt: description }] }, quantity }],
    }),
    'now',
  );

describe('The ETag of a record (F14)', () => {
  test.each([
    ['a quote', 'the "best" one'],
    ['a backslash at its end', 'C:\\'],
    ['two backslashes before a quote', '\\\\"'],
    ['braces', '}{"variant":{}}'],
    ['nothing', ''],
  ])('is the same for other words of a variant inside, with %s', (_what, description) => {
    expect(tagOf(description, 2)).toBe(tagOf('plain', 2));
  });

  test.each(['\\', '"', '\\"', '{"variant":{', '}'])(
    'changes with what stands behind a variant whose description is %s',
    (description) => {
      expect(tagOf(description, 3)).not.toBe(tagOf(description, 2));
    },
  );
});
