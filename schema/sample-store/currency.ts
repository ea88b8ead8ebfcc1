import { Prisma } from '../../prisma/generated/client/client.ts';
import { tableRows } from '../../prisma/generated/tables.ts';
import type { Transaction } from '../context.ts';
import { decimalsOf } from '../domain/currencies.ts';
import { readStoreSettings } from '../store-settings.ts';

/** The currency that the sample's figures are written in. */
const sampleCurrency = 'USD';

/** The decimals that are no amounts. */
const measures = new Set(['taxRate', 'weight', 'height', 'width', 'depth']);

/**
 * Puts the sample into the store's currency: the figures stay, and what is cents becomes units where the
 * currency has no decimals (24.50 is 2,450 yen).
 * Decision: C39.
 */
export async function settleCurrency(tx: Transaction): Promise<void> {
  const { currency } = await readStoreSettings(tx);
  if (currency === sampleCurrency) return;
  await tx.order.updateMany({ data: { currency } });
  if (decimalsOf(currency) > 0) return;
  for (const { table, columns } of tableRows) {
    const amounts = columns.filter(({ type, field }) => type === 'Decimal' && !measures.has(field));
    if (amounts.length === 0) continue;
    const changes = amounts.map(({ column }) => `${column} = ${column} * 100`).join(', ');
    await tx.$executeRaw(Prisma.raw(`UPDATE ${table} SET ${changes}`));
  }
}
