import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { requestBounds } from '../../gateway/limits/running-requests.ts';
import { answerBounds } from '../../gateway/passage/answer-budget.ts';
import { connectionBounds } from '../../gateway/limits/connections.ts';

const page = readFileSync(
  new URL('../../docs/decisions/11-fair-shares.md', import.meta.url),
  'utf8',
);

const decision = (number: string): string =>
  page.split('\n').find((line) => line.startsWith(`- **${number}** `)) ?? '';

/** Numbers as the decisions write them. */
const spelled = (count: number): string => count.toLocaleString('en-US');

test('N17: as many connections are held, of all and of an address, and so long, as the decision tells', () => {
  const { mostConnections, mostOfAddress, stalledMs } = connectionBounds;
  const told = decision('N17');
  expect(told).toContain(`A process has at most ${spelled(mostConnections)} connections,`);
  expect(told).toContain(`an address (IPv6: its /64) ${spelled(mostOfAddress)},`);
  expect(told).toContain(`nothing was taken for ${spelled(stalledMs / 1_000)} s`);
});

test('N25: as many bytes of answers are held, of all and of a caller, as the decision tells', () => {
  const told = decision('N25');
  expect(told).toContain(`at most ${spelled(answerBounds.bytes / 2 ** 20)} MiB of answers`);
  expect(told).toContain('a caller a quarter of that');
  expect(answerBounds.ofCaller).toBe(1 / 4);
});

test('N43: as many requests run, and wait, as the decision tells', () => {
  const { runningOfOne, waitingOfOne, waiting } = requestBounds;
  const told = decision('N43');
  expect(runningOfOne).toBe(16);
  expect(told).toContain('Sixteen requests of one caller run at once');
  expect(told).toContain(`; ${spelled(waitingOfOne)} more wait, ${spelled(waiting)} of all`);
});
