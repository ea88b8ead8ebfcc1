import { type Context, keepStoreSettings, type StoreSettings } from '../../schema/index.ts';
import type { Config } from './config.ts';
import { timeZone } from './setting-readers.ts';

/** A start requests another currency or time zone than the store has. */
export class OtherStore extends Error {
  constructor(name: string, asked: string, kept: string) {
    super(
      `${name} is ${asked}, but this store was created with ${kept}: remove ${name} or set it to ${kept}, or create a new store in another database.`,
    );
  }
}

/**
 * Stores currency and time zone at the first start of a store.
 * Throws OtherStore at a later one with others, because every stored amount would change its meaning.
 */
export async function settleStoreSettings(
  db: Context['db'],
  { currency, timeZone: zone }: Pick<Config, 'currency' | 'timeZone'>,
): Promise<StoreSettings> {
  const kept = await keepStoreSettings(db, {
    ...(currency !== undefined && { currency }),
    ...(zone !== undefined && { timeZone: zone }),
  });
  refuseOtherStore(kept, { currency, timeZone: zone });
  return kept;
}

/** Throws OtherStore if the settings name another currency or time zone than the store has. */
export function refuseOtherStore(
  kept: StoreSettings,
  { currency, timeZone: zone }: Pick<Config, 'currency' | 'timeZone'>,
): void {
  if (currency !== undefined && currency !== kept.currency) {
    throw new OtherStore('CURRENCY', currency, kept.currency);
  }
  // another version of Node.js may have another name for the same zone
  if (zone !== undefined && zone !== timeZone(kept.timeZone)) {
    throw new OtherStore('STORE_TIME_ZONE', zone, kept.timeZone);
  }
}
