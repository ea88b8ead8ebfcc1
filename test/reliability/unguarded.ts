import type { Transaction } from '../../schema/context.ts';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { shareOut } from '../../prisma/shares/shares.ts';
import type { Db } from '../../schema/index.ts';

/** An object with some members replaced. */
function replacing<Target extends object>(
  target: Target,
  members: Record<string, unknown>,
): Target {
  return new Proxy(target, {
    get: (object, key) =>
      typeof key === 'string' && Object.hasOwn(members, key)
        ? members[key]
        : (Reflect.get(object, key) as unknown),
  });
}

/** A client whose transactions are manipulated. */
function withTransactions(db: Db, spoil: (tx: Transaction) => Transaction): Db {
  const spoilt = (): Db =>
    replacing(db, {
      $transaction: (work: (tx: Transaction) => Promise<unknown>) =>
        db.$transaction((tx) => work(spoil(tx))),
    });
  // Many at once, as with a server: the race is for the stock.
  return shareOut({ connections: 32, stallMs: 5_000, readMs: 2_000 }, spoilt);
}

interface Look {
  readonly lineItems?: readonly {
    readonly variant?: { readonly stockItems?: readonly { countOnHand: number }[] };
  }[];
}

/** A store whose first read of an order shows plenty of stock, as outdated data would. */
export const withBlindFirstLook = (db: Db): Db =>
  withTransactions(db, (tx) =>
    replacing(tx, {
      order: replacing(tx.order, {
        findUnique: async (query: Parameters<typeof tx.order.findUnique>[0]) => {
          const order = await tx.order.findUnique(query);
          for (const { variant } of (order as Look | null)?.lineItems ?? []) {
            for (const item of variant?.stockItems ?? []) item.countOnHand = 1000;
          }
          return order;
        },
      }),
    }),
  );

const guard = '(i.own >= 0 OR s.backorderable OR s.count_on_hand >= -i.own)';

/** A store whose locked counts show plenty as well, and change without the condition that guards them. */
export const withoutGuard = (db: Db): Db =>
  withTransactions(db, (tx) =>
    replacing(tx, {
      $queryRaw: async (query: Prisma.Sql) => {
        const texts = query.strings.map((text) => text.replace(guard, 'true'));
        const rows = await tx.$queryRaw<object[]>(new Prisma.Sql(texts, query.values));
        return rows.map((row) => ('countOnHand' in row ? { ...row, countOnHand: 1000 } : row));
      },
    }),
  );
