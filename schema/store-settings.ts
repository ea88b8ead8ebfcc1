import { Prisma } from '../prisma/generated/client/client.ts';
import type { Db, Transaction } from './context.ts';
import { decimalsOf } from './domain/currencies.ts';
import { atStart } from './transaction.ts';

export { decimalsOf } from './domain/currencies.ts';

/** What is fixed for a store at its first start. */
export interface StoreSettings {
  /** ISO 4217 code of all amounts. */
  readonly currency: string;
  /** IANA time zone of the times in the older format. */
  readonly timeZone: string;
}

const standard: StoreSettings = { currency: 'USD', timeZone: 'UTC' };

const findKept = (db: Db | Transaction): Promise<StoreSettings | null> =>
  db.storeSettings.findUnique({ where: { id: 1 }, select: { currency: true, timeZone: true } });

/** The shipping methods that migrations bring. */
export const methodsOfMigrations = {
  name: { in: ['Standard', 'Express'] },
  zone: { name: 'Everywhere' },
  shippingCategory: { isDefault: true },
};

/** The store's own settings; the defaults before its first start. */
export async function readStoreSettings(db: Db | Transaction): Promise<StoreSettings> {
  return (await findKept(db)) ?? standard;
}

/** The settings that a store has, whose tables may be those of an older version; null if it has none yet. */
export async function findStoreSettings(db: Db): Promise<StoreSettings | null> {
  const [table] = await db.$queryRaw<{ name: string | null }[]>(
    Prisma.sql`SELECT to_regclass('store_settings')::text AS name`,
  );
  return table?.name === null ? null : findKept(db);
}

/**
 * Stores settings at the store's first start, and returns those the store has: the first of several concurrent
 * starts decides. What the methods of the migrations cost as cents becomes units in a currency without decimals.
 */
export async function keepStoreSettings(
  db: Db,
  asked: Partial<StoreSettings>,
): Promise<StoreSettings> {
  const { currency = standard.currency, timeZone = standard.timeZone } = asked;
  return atStart(db, async (tx) => {
    const made = await tx.storeSettings.createMany({
      data: [{ id: 1, currency, timeZone }],
      skipDuplicates: true,
    });
    if (made.count > 0 && decimalsOf(currency) === 0) {
      const where = { ...methodsOfMigrations, baseCost: { in: [5, 15] } };
      await tx.shippingMethod.updateMany({ where, data: { baseCost: { multiply: 100 } } });
    }
    return readStoreSettings(tx);
  });
}
