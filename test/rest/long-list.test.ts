import { expect, test } from '@jest/globals';
import { bodyOf, listOf, LongBody, oneATurn } from '../../rest/answer/long-list.ts';

const longBody = (texts: readonly string[]): LongBody => {
  const body = bodyOf({ lines: listOf(texts, (text) => ({ text })) });
  if (!(body instanceof LongBody)) throw new Error('The list is short.');
  return body;
};

test('safety 18b: entries of the longest text are written one by one, short ones twenty at a time', () => {
  const short = Array.from({ length: 250 }, (_, place) => String(place));
  const long = Array.from({ length: 250 }, () => 'x'.repeat(65_535));
  expect(JSON.parse([...longBody(short).texts()].join(''))).toEqual({
    lines: short.map((text) => ({ text })),
  });
  // 1, 2, 4, 8, 16, then 20 at a time; around the list are four more texts
  expect([...longBody(short).texts()]).toHaveLength(5 + Math.ceil((250 - 31) / 20) + 4);
  const lengths = [...longBody(long).texts()].map((text) => text.length);
  expect(lengths).toHaveLength(250 + 4);
  expect(Math.max(...lengths)).toBeLessThan(65_600);
});

test('other work runs between the texts of a body', async () => {
  const seen: string[] = [];
  const other = setInterval(() => seen.push('other'), 0);
  for await (const text of oneATurn(['a', 'b'])) {
    seen.push(text);
    setImmediate(() => seen.push('turn'));
  }
  clearInterval(other);
  expect(seen.filter((one) => one !== 'other')).toEqual(['a', 'turn', 'b', 'turn']);
});
