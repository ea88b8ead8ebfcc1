import { Prisma } from '../../prisma/generated/client/client.ts';
import { auditEntry } from '../domain/audit.ts';
import { toDecimal } from '../domain/money.ts';
import { changeStock, touchVariants } from '../stock/write-stock.ts';
import type { Write } from '../write.ts';
import { writeOptionValues } from './option-actions.ts';
import { changesOptions } from './plan-option-types.ts';
import type { LiveVariant, VariantPlan } from './plan.ts';
import type { VariantColumns } from './variant-input.ts';

const amountText = (value: unknown): string | null =>
  value === null || value === undefined ? null : toDecimal(value).toFixed();

function changedColumns(
  present: LiveVariant,
  columns: Partial<VariantColumns>,
): Partial<VariantColumns> {
  const isSame = (name: keyof VariantColumns): boolean =>
    name === 'sku' || name === 'position' || name === 'trackInventory'
      ? present[name] === columns[name]
      : amountText(present[name]) === amountText(columns[name]);
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !isSame(name as keyof VariantColumns)),
  );
}

/** A variant with its prices before a write; a new one has none. */
interface Priced {
  readonly id: bigint;
  readonly price: unknown;
  readonly costPrice: unknown;
}

/** Adds changed prices, and those of a new variant, to the audit log. */
export function auditPrices(
  write: Write,
  { id, price, costPrice }: Priced,
  columns: Partial<VariantColumns>,
): void {
  const amounts = Object.entries(columns)
    .filter(([name]) => name === 'price' || name === 'costPrice')
    .map(([name, amount]) => [name, amountText(amount)] as const);
  if (amounts.length === 0) return;
  const before = { price: amountText(price), costPrice: amountText(costPrice) };
  write.audit(auditEntry('prices.change', id, before, Object.fromEntries(amounts)));
}

/** A variant that exists, with what a write makes of it. */
type Update = VariantPlan & { readonly present: LiveVariant };

/**
 * Writes what differs in variants of locked products; returns those of which anything did. The number of statements
 * does not grow with the variants.
 */
export async function writeVariants(
  write: Write,
  plans: readonly VariantPlan[],
): Promise<readonly bigint[]> {
  const updates = plans.flatMap((plan): Update[] =>
    plan.present ? [{ ...plan, present: plan.present }] : [],
  );
  const stock = updates.map(({ present, stock: change, stockItems: items }) => ({
    items,
    defaultItemId: present.stockItemId,
    change,
  }));
  const stockChanged = await changeStock(write, stock);
  const changed = updates
    .map((plan, at) => ({
      ...plan,
      columns: changedColumns(plan.present, plan.columns),
      hasNewOptions: changesOptions(plan),
      hasNewStock: stockChanged[at] === true,
    }))
    .filter(
      ({ columns, hasNewOptions, hasNewStock }) =>
        Object.keys(columns).length > 0 || hasNewOptions || hasNewStock,
    );
  if (changed.length === 0) return [];
  const optionSets = changed.flatMap(({ present: { id }, options, hasNewOptions }) =>
    options !== null && hasNewOptions ? [{ id, options }] : [],
  );
  await writeOptionValues(write, optionSets);
  for (const { present, columns } of changed) auditPrices(write, present, columns);
  await updateRows(write, changed);
  const ids = changed.map(({ present }) => present.id);
  await touchVariants(write, ids);
  return ids;
}

/** The columns as they are after the write, and the next version, of every variant. */
async function updateRows(
  { tx }: Write,
  changed: readonly Pick<Update, 'present' | 'columns'>[],
): Promise<void> {
  const rows = changed.map(({ present, columns }) => {
    const row = { ...present, ...columns };
    return {
      id: String(present.id),
      sku: row.sku,
      price: amountText(row.price),
      cost_price: amountText(row.costPrice),
      weight: amountText(row.weight),
      height: amountText(row.height),
      width: amountText(row.width),
      depth: amountText(row.depth),
      position: row.position,
      track_inventory: row.trackInventory,
    };
  });
  await tx.$executeRaw(Prisma.sql`
    UPDATE variants SET
      sku = w.sku, price = w.price, cost_price = w.cost_price, weight = w.weight, height = w.height,
      width = w.width, depth = w.depth, position = w.position, track_inventory = w.track_inventory,
      lock_version = variants.lock_version + 1
    FROM jsonb_populate_recordset(NULL::variants, ${JSON.stringify(rows)}::jsonb) AS w
    WHERE variants.id = w.id`);
}
