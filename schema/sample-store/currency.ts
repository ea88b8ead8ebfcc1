import { tableRows } from '../../prisma/generated/tables.ts';
import { decimalsOf } from '../domain/currencies.ts';
import { toDecimal } from '../domain/money.ts';
import type { Value } from './stored-rows.ts';

/** The decimals that are no amounts. */
const measures = new Set(['taxRate', 'weight', 'height', 'width', 'depth']);

/**
 * The values of the sample in the store's currency: the figures stay, and what is cents becomes units where the
 * currency has no decimals (24.50 is 2,450 yen).
 * Decision: C39.
 */
export function inCurrency(currency: string): Value {
  const amounts = new Set(
    tableRows.flatMap(({ table, columns }) =>
      columns
        .filter(({ type, field }) => type === 'Decimal' && !measures.has(field))
        .map(({ column }) => `${table}.${column}`),
    ),
  );
  const isInUnits = decimalsOf(currency) === 0;
  return (table, column, stored) => {
    if (table === 'orders' && column === 'currency') return currency;
    const isTurned = isInUnits && typeof stored === 'string' && amounts.has(`${table}.${column}`);
    return isTurned ? toDecimal(stored).times(100).toFixed() : stored;
  };
}
