import type { Db } from './context.ts';

/** What belongs to a store from its first start on. */
export interface StoreSettings {
  /** ISO 4217 code of all amounts. */
  readonly currency: string;
  /** IANA time zone of the times in the older format. */
  readonly timeZone: string;
}

/** What a store has whose first start names nothing else. */
const standard: StoreSettings = { currency: 'USD', timeZone: 'UTC' };

/** The store's own settings, the standard ones before its first start. Decision: O15. */
export async function readStoreSettings(db: Db): Promise<StoreSettings> {
  const kept = await db.storeSettings.findUnique({
    where: { id: 1 },
    select: { currency: true, timeZone: true },
  });
  return kept ?? standard;
}

/**
 * Keeps settings for the store at its first start, and returns what the store has: the first of several starts
 * at once decides. Decision: O15.
 */
export async function keepStoreSettings(
  db: Db,
  asked: Partial<StoreSettings>,
): Promise<StoreSettings> {
  const { currency = standard.currency, timeZone = standard.timeZone } = asked;
  await db.storeSettings.createMany({
    data: [{ id: 1, currency, timeZone }],
    skipDuplicates: true,
  });
  return readStoreSettings(db);
}
