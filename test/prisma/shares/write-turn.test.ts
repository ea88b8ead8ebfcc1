import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '../../../prisma/shares/fair-queue.ts';
import { nameRecord, Records } from '../../../prisma/shares/records.ts';
import type { RecordName } from '../../../prisma/shares/records.ts';
import { WaitingRoom } from '../../../prisma/shares/waiting-room.ts';
import { NeedsRecords, WriteTurn } from '../../../prisma/shares/write-turn.ts';
import { property } from '../../support/property.ts';

const rules = { stallMs: 60_000, patienceMs: 60_000 };
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setting(width = 4) {
  const room = new WaitingRoom({ length: 1_000, lengthOfOne: 1_000 });
  const records = new Records({ ...rules, room });
  const writes = new FairQueue({ ...rules, width, share: 2 });
  return { records, writes, turnOf: (caller: string) => new WriteTurn(writes, records, caller) };
}

/** Runs a write that discovers one after the other which records it locks. */
async function run(turn: WriteTurn, names: readonly RecordName[], work: () => Promise<void>) {
  await turn.begin();
  for (;;) {
    try {
      for (const name of names) turn.claim([name]);
      await work();
      break;
    } catch (error) {
      if (!(error instanceof NeedsRecords)) throw error;
      await turn.startOver(error.names);
    }
  }
  turn.end('through');
}

describe('Turns of writes (safety 15)', () => {
  test('a write that waits for a record has no slot, and writes of other records go on', async () => {
    const { writes, records, turnOf } = setting();
    const [first, second, other] = [turnOf('ann'), turnOf('bob'), turnOf('cid')];
    for (const turn of [first, second, other]) await turn.begin();
    const name = nameRecord('orders', 1n);
    first.claim([name]);
    expect(() => {
      second.claim([name]);
    }).toThrow(NeedsRecords);
    const waiting = second.startOver([name]);
    other.claim([nameRecord('orders', 2n)]);
    expect([writes.figures.running, records.figures]).toEqual([2, { running: 2, waiting: 1 }]);
    first.end('through');
    await waiting;
    expect([writes.figures.running, records.figures]).toEqual([2, { running: 2, waiting: 0 }]);
  });

  test('callers take turns at a record, however many writes they send', async () => {
    const { turnOf } = setting(20);
    const name = nameRecord('orders', 1n);
    const done: string[] = [];
    const work = (caller: string) =>
      run(turnOf(caller), [name], async () => {
        await settle();
        done.push(caller);
      });
    await Promise.all(['ann', 'ann', 'ann', 'ann', 'bob'].map(work));
    expect(done.indexOf('bob')).toBeLessThan(3);
  });

  property(
    'one write has a record at once, and no writes wait for each other in a circle',
    fc.array(
      fc.record({
        caller: fc.constantFrom('ann', 'bob', 'cid'),
        orders: fc.uniqueArray(fc.bigInt(1n, 4n), { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 12 },
    ),
    async (wishes) => {
      const { writes, records, turnOf } = setting(3);
      const held = new Set<RecordName>();
      await Promise.all(
        wishes.map(({ caller, orders }) => {
          const names = orders.map((id) => nameRecord('orders', id));
          return run(turnOf(caller), names, async () => {
            for (const name of names) {
              expect(held.has(name)).toBe(false);
              held.add(name);
            }
            await settle();
            for (const name of names) held.delete(name);
          });
        }),
      );
      const nobody = { running: 0, waiting: 0 };
      expect([writes.figures, records.figures]).toEqual([nobody, nobody]);
    },
  );
});
