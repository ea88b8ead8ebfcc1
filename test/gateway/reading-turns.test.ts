import { describe, expect, test } from '@jest/globals';
import { readingTurn, ReadingTurns } from '../../gateway/limits/reading-turns.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Reads of one caller that run until they are released. */
function readsOf(turns: ReadingTurns, caller: string, holds = true) {
  const running: (() => void)[] = [];
  const begin = () => {
    turns.note(caller);
    const turn = readingTurn(turns, caller, holds);
    const read = (): Promise<void> => new Promise((done) => running.push(done));
    return { turn, done: turn.run(read) };
  };
  return { running, begin };
}

describe('N46, safety 9, 11, 14: the reads of a caller', () => {
  test('run all at once while nobody else is active', async () => {
    const turns = new ReadingTurns();
    const { running, begin } = readsOf(turns, 'user:1');
    const reads = Array.from({ length: 16 }, begin);
    await settle();
    expect(turns.isAlone('user:1')).toBe(true);
    expect(running.length).toBe(16);
    for (const done of running) done();
    await Promise.all(reads.map(({ done }) => done));
  });

  test('run four at once while they take long, because whoever comes next waits for them', async () => {
    const turns = new ReadingTurns();
    turns.lastTook = 101;
    const { running, begin } = readsOf(turns, 'user:1');
    const reads = Array.from({ length: 5 }, begin);
    await settle();
    expect([turns.isAlone('user:1'), running.length]).toEqual([true, 4]);
    running[0]?.();
    await Promise.race(reads.map(({ done }) => done));
    reads[0]?.turn.end();
    while (running.length < 5) await settle();
    for (const done of running) done();
    await Promise.all(reads.map(({ done }) => done));
  });

  test('run one after the other while somebody else is active, each after the previous response', async () => {
    const turns = new ReadingTurns();
    const { running, begin } = readsOf(turns, 'user:1');
    turns.note('user:2');
    const [first, second] = [begin(), begin()];
    await settle();
    expect([turns.isAlone('user:1'), running.length]).toEqual([false, 1]);
    running[0]?.();
    await first.done;
    await settle();
    expect(running.length).toBe(1);
    first.turn.end();
    while (running.length < 2) await settle();
    running[1]?.();
    await second.done;
    second.turn.end();
  });

  test('of one request share its turn, however many they are', async () => {
    const turns = new ReadingTurns();
    turns.note('user:2');
    turns.note('user:1');
    const turn = readingTurn(turns, 'user:1', true);
    await Promise.all([turn.run(() => 1), turn.run(() => 2)]);
    turn.end();
    const streamed = [await turn.run(() => 3), await turn.run(() => 4)];
    expect(streamed).toEqual([3, 4]);
  });

  test('of others wait for nobody', async () => {
    const turns = new ReadingTurns();
    const one = readsOf(turns, 'user:1');
    const other = readsOf(turns, 'user:2');
    const [held, late] = [one.begin(), other.begin()];
    await settle();
    expect([one.running.length, other.running.length]).toEqual([1, 1]);
    one.running[0]?.();
    other.running[0]?.();
    await Promise.all([held.done, late.done]);
  });
});
