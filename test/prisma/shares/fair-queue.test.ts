import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '../../../prisma/shares/fair-queue.ts';
import { SentAway, WaitingRoom } from '../../../prisma/shares/waiting-room.ts';
import { property } from '../../support/property.ts';

const rules = { width: 2, share: 2, stallMs: 60_000, patienceMs: 60_000 };

/** A queue whose entries are recorded in the order in which they start. */
function watched(queue: FairQueue) {
  const admitted: string[] = [];
  const refused: string[] = [];
  return {
    admitted,
    refused,
    enter: (caller: string, part = ''): void => {
      const turn = queue.enter(caller, undefined, part);
      if (turn === undefined) admitted.push(caller + part);
      else {
        turn.then(
          () => admitted.push(caller + part),
          (error: unknown) => {
            expect(error).toBeInstanceOf(SentAway);
            refused.push(caller);
          },
        );
      }
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How many each caller sends at once. */
const crowds = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });

describe('A fair queue (safety 9, 14)', () => {
  test('lets the parts of a caller begin by turns, however many one of them sends', async () => {
    const queue = new FairQueue({ ...rules, width: 1 });
    const { admitted, enter } = watched(queue);
    for (let one = 0; one < 6; one += 1) enter('a', '1');
    for (const part of ['2', '3', '2']) enter('a', part);
    for (let left = 0; left < 4; left += 1) {
      queue.leave('a');
      await settle();
    }
    // who has come back waits for the others' turn
    enter('a', '3');
    for (let left = 0; left < 6; left += 1) {
      queue.leave('a');
      await settle();
    }
    expect(admitted.join(' ')).toBe('a1 a1 a2 a3 a1 a2 a3 a1 a1 a1');
    expect(queue.figures).toEqual({ running: 0, waiting: 0 });
  });

  property(
    'holds the width and every share, and lets everybody in',
    crowds,
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 4 }),
    async (sizes, width, share) => {
      const queue = new FairQueue({ ...rules, width, share });
      const { admitted, enter } = watched(queue);
      const left: string[] = [];
      let widest = 0;
      let mostOfOne = 0;
      for (const [place, size] of sizes.entries()) {
        for (let one = 0; one < size; one += 1) enter(String(place));
      }
      for (;;) {
        await settle();
        const running = [...admitted];
        for (const caller of left) running.splice(running.indexOf(caller), 1);
        expect(running.length).toBe(queue.figures.running);
        widest = Math.max(widest, running.length);
        for (const caller of new Set(running)) {
          mostOfOne = Math.max(mostOfOne, running.filter((other) => other === caller).length);
        }
        const [first] = running;
        if (first === undefined) break;
        left.push(first);
        queue.leave(first);
      }
      expect(widest).toBeLessThanOrEqual(width);
      expect(mostOfOne).toBeLessThanOrEqual(share);
      expect(admitted.length).toBe(sizes.reduce((sum, size) => sum + size, 0));
      expect(queue.figures).toEqual({ running: 0, waiting: 0 });
    },
  );

  property(
    'lets in the first of a caller after at most one of each other who waits, however many they send',
    crowds,
    async (sizes) => {
      const queue = new FairQueue({ ...rules, width: 1, share: 1 });
      const { admitted, enter } = watched(queue);
      for (const [place, size] of sizes.entries()) {
        for (let one = 0; one < size; one += 1) enter(String(place));
      }
      await settle();
      enter('late');
      const before = admitted.length;
      while (!admitted.includes('late')) {
        const running = admitted.at(-1);
        if (running === undefined) throw new Error('Nobody was let in.');
        queue.leave(running);
        await settle();
      }
      expect(admitted.indexOf('late') - before).toBeLessThanOrEqual(sizes.length);
    },
  );

  test('serves a caller first come, first served, and entries that stepped back before the others', async () => {
    const queue = new FairQueue({ ...rules, width: 1, share: 1 });
    await queue.enter('ann');
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    void queue.enter('ann')?.then(note('second'));
    void queue.enter('ann')?.then(note('third'));
    void queue.enter('ann', 0)?.then(note('back'));
    for (let turn = 0; turn < 3; turn += 1) {
      queue.leave('ann');
      await settle();
    }
    expect(order).toEqual(['back', 'second', 'third']);
  });

  test('refuses entries without room, of one caller or of all', () => {
    const room = new WaitingRoom({ length: 3, lengthOfOne: 2 });
    const queue = new FairQueue({ ...rules, width: 1, share: 1, room });
    const { refused, enter } = watched(queue);
    for (const caller of ['ann', 'ann', 'ann']) enter(caller);
    expect(() => queue.enter('ann')).toThrow(SentAway);
    enter('bob');
    expect(() => queue.enter('cid')).toThrow(SentAway);
    queue.leave('ann');
    enter('cid');
    expect([queue.figures, refused]).toEqual([{ running: 1, waiting: 3 }, []]);
    for (const caller of ['bob', 'ann', 'cid', 'ann']) queue.leave(caller);
  });

  test('refuses all waiting entries if none finishes, and serves again afterwards', async () => {
    const queue = new FairQueue({ ...rules, width: 1, share: 1, stallMs: 20 });
    const { refused, enter } = watched(queue);
    enter('stuck');
    enter('ann');
    await expect(queue.enter('bob')).rejects.toThrow(SentAway);
    queue.leave('stuck');
    expect([queue.enterNow('ann'), refused]).toEqual([true, ['ann']]);
  });

  test('refuses entries that would fail like the one before', async () => {
    const queue = new FairQueue({ ...rules, width: 1, share: 1, stallMs: 0 });
    const { admitted, refused, enter } = watched(queue);
    enter('first');
    enter('waiting');
    queue.leave('first', 'failed');
    await settle();
    expect([admitted, refused]).toEqual([['first'], ['waiting']]);
  });

  test('lets nobody wait beyond his patience, also where it moves', async () => {
    const queue = new FairQueue({ ...rules, width: 1, share: 1, patienceMs: 30 });
    const { refused, enter } = watched(queue);
    enter('ann');
    enter('bob');
    await expect(queue.enter('cid')).rejects.toThrow(SentAway);
    expect(refused).toEqual(['bob']);
  });

  test('releases the room of entries that started', async () => {
    const room = new WaitingRoom({ length: 1, lengthOfOne: 1 });
    const queue = new FairQueue({ ...rules, width: 1, share: 1, room });
    for (let round = 0; round < 3; round += 1) {
      await queue.enter('ann');
      const turn = queue.enter('bob');
      queue.leave('ann');
      await turn;
      queue.leave('bob');
    }
    expect(queue.figures).toEqual({ running: 0, waiting: 0 });
  });
});
