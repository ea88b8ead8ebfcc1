import { describe, expect, test } from '@jest/globals';
import type { QueuedTable } from '../../prisma/shares/records.ts';
import { NeedsRecords } from '../../prisma/shares/write-turn.ts';
import type { Context, Transaction, Viewer } from '../../schema/context.ts';
import { lockOrder, lockOrderById } from '../../schema/order-desk/load.ts';
import { NeedsOrders } from '../../schema/transaction.ts';
import { Write } from '../../schema/write.ts';
import { adminViewer, nobody, settings } from '../support/graphql.ts';

/** What the database answers: the order that is looked up, the locked rows, and the order that is read under the lock. */
interface Answers {
  readonly found?: object;
  readonly locked?: readonly object[];
  readonly read?: object;
}

const order = { id: 7n, userId: null, token: 'T', lineItems: [] };
const row = { id: 7n, standard: 1n, inactive: null, lines: null };

/** A write on a database with these answers; tells what was claimed and asked, in this order. */
function writeOn(
  { found = order, locked = [row], read = order }: Answers,
  viewer: Viewer,
  taken?: QueuedTable | `${QueuedTable} ${string}`,
) {
  const told: unknown[] = [];
  const answer = <T>(asked: unknown, result: T): Promise<T> => {
    told.push(asked);
    return Promise.resolve(result);
  };
  const tx = {
    $queryRaw: () => answer('lock', locked),
    order: {
      findFirst: () => answer('look up', found),
      findUnique: ({ where }: { where: object }) => answer(where, read),
    },
  } as unknown as Transaction;
  const claim = (table: QueuedTable, ids: readonly unknown[]): void => {
    const name = `${table} ${ids.join(' ')}`;
    told.push(name);
    if (name === taken) throw new NeedsRecords([]);
  };
  const context = { settings, viewer, now: () => new Date() } as Context;
  return {
    told,
    write: new Write(tx, context, { foreseen: new Set(), claim, begunAt: performance.now() }),
  };
}

const holder: Viewer = { ...nobody, orderToken: 'T' };

describe('A write that finds its order taken (N42)', () => {
  test('by its id, sends nothing more before it waits', async () => {
    const { told, write } = writeOn({}, adminViewer, 'orders 7');
    await expect(lockOrderById(write, 7n)).rejects.toThrow(NeedsRecords);
    expect(told).toEqual(['orders 7']);
  });

  test('by its number, sends nothing at all if the caller may act on every order', async () => {
    const { told, write } = writeOn({}, adminViewer, 'orders R7');
    await expect(lockOrder(write, { number: 'r7' }, 'orders.update')).rejects.toThrow(NeedsRecords);
    expect(told).toEqual(['orders R7']);
  });

  test('by the id that its number turns out to have, starts over', async () => {
    const { told, write } = writeOn({}, adminViewer, 'orders 7');
    await expect(lockOrder(write, { number: 'R7' }, 'orders.update')).rejects.toThrow(NeedsRecords);
    expect(told).toEqual(['orders R7', 'lock', { number: 'R7' }, 'orders 7']);
  });
});

describe('A write that locks an order', () => {
  test('by its number, is not preceded by a look-up if the caller may act on every order (Q84)', async () => {
    const { told, write } = writeOn({}, adminViewer);
    expect(await lockOrder(write, { number: 'R7' }, 'orders.update')).toMatchObject({ id: 7n });
    expect(told).toEqual(['orders R7', 'lock', { number: 'R7' }, 'orders 7']);
  });

  test('finds it under the lock though it got an owner since the look-up', async () => {
    const { told, write } = writeOn({ read: { ...order, userId: 5n } }, holder);
    const locked = await lockOrder(write, { number: 'R7' }, { contentsBy: 'line_items.create' });
    expect(locked).toMatchObject({ id: 7n, userId: 5n });
    expect(told).toEqual(['look up', 'orders 7', 'lock', { id: 7n }]);
  });

  test('is refused, not told that there is none, if the token was renewed since the look-up', async () => {
    const { write } = writeOn({ read: { ...order, token: 'U' } }, holder);
    const refused = lockOrder(write, { number: 'R7' }, 'orders.update');
    await expect(refused).rejects.toMatchObject({ extensions: { code: 'UNAUTHORIZED' } });
  });

  test('starts over if the order was created between the lock and the reading', async () => {
    const { write } = writeOn({ locked: [] }, adminViewer);
    const early = lockOrder(write, { number: 'R7' }, 'orders.update');
    await expect(early).rejects.toEqual(new NeedsOrders([7n]));
  });

  test('does not use an id for a new line that is below those which others added while it waited', async () => {
    const read = { ...order, lineItems: [{ id: 4n }, { id: 9n }] };
    const { write } = writeOn({ locked: [{ ...row, lines: '8 12' }], read }, adminViewer);
    await lockOrder(write, { number: 'R7' }, { contentsBy: 'line_items.create' });
    expect(write.idsOfLines).toEqual([12n]);
  });
});
