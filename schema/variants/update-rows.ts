import { AttributeReader } from '../attribute-reader.ts';
import {
  changedSince,
  type DecidedRow,
  type Decision,
  refusalOf,
  unknownRecord,
} from '../bulk/decision.ts';
import { formatMoney, isAmount, parseMoney } from '../domain/money.ts';
import { requireVersion } from '../if-version.ts';
import { lockProductRows, touchProducts } from '../products/working-product.ts';
import type { BySku } from '../look-up.ts';
import { toldEach } from '../user-errors.ts';
import type { Write } from '../write.ts';
import { lockNamedVariants } from './named-variants.ts';
import { findLiveVariants, type LiveVariant, planVariants } from './plan.ts';
import type { VariantAttributes } from './variant-input.ts';
import { writeVariants } from './write-variants.ts';

/** What one row makes of a variant. */
interface VariantRow extends VariantAttributes {
  readonly variant: BySku;
  readonly ifVersion?: number | null | undefined;
  /** The price that it expects to replace. */
  readonly changeFrom?: unknown;
}

/** The variants that rows name, under the locks of their products; undefined where there is none that the caller sees. */
async function lockVariants(
  write: Write,
  rows: readonly VariantRow[],
): Promise<readonly (LiveVariant | undefined)[]> {
  const { variants, locked } = await lockNamedVariants(write, rows, async (found) => {
    await lockProductRows(write, [...new Set(found.map(({ productId }) => productId))]);
    return findLiveVariants(write.tx, null, [...new Set(found.map(({ id }) => id))]);
  });
  const byId = new Map(locked.map((variant) => [variant.id, variant]));
  return variants.map((variant) => variant && byId.get(variant.id));
}

/** Why a row does not fit the variant as it is now; empty if it does. */
function conflictOf(
  { ifVersion, changeFrom }: VariantRow,
  present: LiveVariant,
  currency: string,
): DecidedRow['userErrors'] {
  try {
    requireVersion(present, ifVersion);
  } catch (error) {
    return refusalOf(error);
  }
  if (changeFrom == null || isAmount(changeFrom, currency, present.price)) return [];
  const from = parseMoney(changeFrom, currency);
  if (!from.ok) return toldEach({ changeFrom: [from.message] });
  return changedSince(formatMoney(present.price));
}

/** Decides what rows make of variants, under the locks of their products and all their stock. */
export async function decideVariants(
  write: Write,
  rows: readonly VariantRow[],
): Promise<Decision<'variant'>> {
  const variants = await lockVariants(write, rows);
  const conflicts = rows.map((row, index): DecidedRow['userErrors'] => {
    const present = variants[index];
    return present ? conflictOf(row, present, write.settings.currency) : unknownRecord('variant');
  });
  const reader = new AttributeReader();
  const entries = rows.flatMap((input, index) => {
    const present = variants[index];
    if (!present || conflicts[index]?.length !== 0) return [];
    const inRow = reader.under(String(index));
    return [{ input, present, isMaster: present.isMaster, reader: inRow }];
  });
  const plans = await planVariants(write, reader, entries);
  const planned = new Map(entries.map((entry, place) => [entry.reader.prefix, plans[place]]));
  const messages = reader.messagesByRow();
  const decided = rows.map((_row, index): DecidedRow => {
    const present = variants[index];
    const invalid = toldEach(messages.get(String(index)) ?? {});
    return {
      ...(present && { target: String(present.id) }),
      userErrors: [...(conflicts[index] ?? []), ...invalid],
    };
  });
  return {
    rows: decided,
    carryOut: async () => {
      const accepted = decided.flatMap(({ userErrors }, index) =>
        userErrors.length === 0 ? (planned.get(String(index)) ?? []) : [],
      );
      const written = new Set(await writeVariants(write, accepted));
      const products = accepted.flatMap(({ present }) =>
        present && written.has(present.id) ? present.productId : [],
      );
      if (products.length > 0) await touchProducts(write, [...new Set(products)]);
      return variants.map((variant) => ({ variant: variant?.id ?? null }));
    },
  };
}
