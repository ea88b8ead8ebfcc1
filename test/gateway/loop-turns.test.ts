import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownTurn } from '../../gateway/limits/loop-turns.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('Large bodies and answers, each in a turn of the event loop of its own (N46)', () => {
  test('come by turns of their callers, however many one sends', async () => {
    const done: string[] = [];
    const work = (caller: string, name: string) =>
      ownTurn(caller, false).then(() => done.push(name));
    await Promise.all([
      ...['a1', 'a2', 'a3'].map((name) => work('user:1', name)),
      ...['b1', 'b2'].map((name) => work('user:2', name)),
    ]);
    expect(done).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('have the turn to themselves', async () => {
    let turn = 0;
    const turns: number[] = [];
    const note = () => turns.push(turn);
    const all = Promise.all([1, 2, 3].map(() => ownTurn('user:1', false).then(note)));
    while (turns.length < 3) {
      turn += 1;
      await nextTurn();
    }
    await all;
    expect(new Set(turns).size).toBe(3);
  });

  test('let a caller pause after a long one while others use the process too, and nobody else', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const order: string[] = [];
    await ownTurn('user:1', true).then(() => (now += 125));
    setTimeout(() => order.push('200 ms'), 200);
    await Promise.all([
      ownTurn('user:1', true).then(() => order.push('the same again')),
      ownTurn('user:2', true).then(() => order.push('another')),
    ]);
    expect(order).toEqual(['another', '200 ms', 'the same again']);
  });

  test('are charged with what they do, and not with what others do in the same turn', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const others = { turns: 0, goOn: true };
    const work = (): void => {
      now += 50;
      others.turns += 1;
      if (others.goOn) setImmediate(work);
    };
    const begun = ownTurn('user:1', true);
    setImmediate(work);
    await begun;
    await ownTurn('user:1', true);
    others.goOn = false;
    // a pause would take thousands of turns
    expect(others.turns).toBeLessThan(10);
  });
});
