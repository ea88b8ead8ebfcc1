import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import { decimalsOf } from '../domain/currencies.ts';
import { readStoreSettings } from '../store-settings.ts';

/** The currency that the sample's figures are written in. */
const sampleCurrency = 'USD';

/** The columns with amounts that the sample fills. */
const amounts = {
  adjustments: ['amount'],
  line_items: ['price', 'tax'],
  orders: [
    ...['item_total', 'adjustment_total', 'ship_total', 'tax_total', 'credit_total', 'total'],
    'payment_total',
  ],
  payments: ['amount'],
  shipments: ['cost', 'tax'],
  shipping_methods: ['base_cost', 'item_cost'],
  shipping_rates: ['cost'],
  variants: ['price', 'cost_price'],
} as const;

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
  for (const [table, columns] of Object.entries(amounts)) {
    const changes = columns.map((column) => `${column} = ${column} * 100`).join(', ');
    await tx.$executeRaw(Prisma.raw(`UPDATE ${table} SET ${changes}`));
  }
}
