import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { isBlank } from '../domain/text.ts';
import { noteUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { notesTooMany } from '../list-room.ts';
import { parseId } from '../refs.ts';
import { ensureOptionTypes } from '../variants/option-actions.ts';
import { parseOptionName } from '../variants/plan-options.ts';
import {
  findLiveVariants,
  type LiveVariant,
  planVariants,
  type VariantPlan,
} from '../variants/plan.ts';
import type { VariantEntry } from '../variants/variant-input.ts';
import type { Write } from '../write.ts';
import { type ProductAttributes, type ProductColumns, readColumns } from './product-input.ts';
import { readShippingCategory } from './shipping-category.ts';
import type { WorkingProduct } from './working-product.ts';

async function readEntries(
  { tx, viewer }: Write,
  reader: AttributeReader,
  { variants }: ProductAttributes,
  product: WorkingProduct | null,
): Promise<VariantEntry<LiveVariant>[]> {
  const inputs = variants ?? [];
  if (notesTooMany(reader, 'variants', inputs)) return [];
  const ids = inputs.flatMap(({ id }) => parseId(id) ?? []);
  const found = product && ids.length > 0 ? await findLiveVariants(tx, product.id, ids) : [];
  const named = new Set<bigint>();
  return inputs.flatMap((input, index): VariantEntry<LiveVariant>[] => {
    const inEntry = reader.under(`variants.${String(index)}`);
    if (isBlank(input.id)) {
      if (input.ifVersion != null) {
        noteUnheard({ viewer, reader: inEntry }, 'ifVersion', words.sentWithout('id'));
      }
      return [{ input, present: null, isMaster: false, reader: inEntry }];
    }
    const id = parseId(input.id);
    const present = found.find((variant) => variant.id === id && !variant.isMaster);
    if (!present || named.has(present.id)) {
      inEntry.note('id', words.invalid);
      return [];
    }
    named.add(present.id);
    requireVersion(present, input.ifVersion, inEntry.keyOf('ifVersion'));
    return [{ input, present, isMaster: false, reader: inEntry }];
  });
}

/** The listed option types, in order; null if no list was sent. */
async function readOptionTypes(
  write: Write,
  reader: AttributeReader,
  { optionTypes }: ProductAttributes,
): Promise<bigint[] | null> {
  if (optionTypes == null || notesTooMany(reader, 'optionTypes', optionTypes)) return null;
  const names = optionTypes.flatMap(
    (name) => reader.read('optionTypes', parseOptionName(name)) ?? [],
  );
  const ids = await ensureOptionTypes(write, names);
  return [...new Set(names.flatMap((name) => ids.get(name) ?? []))];
}

/** The attributes of a product and its variants, as sent and read. */
export interface ProductPlan {
  readonly columns: Partial<ProductColumns>;
  readonly shippingCategoryId: bigint | undefined;
  readonly listed: bigint[] | null;
  readonly master: VariantPlan | undefined;
  readonly variants: readonly VariantPlan[];
}

/** Reads the attributes of a product against the stored ones, and adds messages for all errors. */
export async function planProduct(
  write: Write,
  reader: AttributeReader,
  input: ProductAttributes,
  product: WorkingProduct | null,
  master: LiveVariant | null,
): Promise<ProductPlan> {
  const columns = readColumns(reader, input);
  const { permalink } = columns;
  if (permalink && permalink !== product?.permalink) {
    const where = { permalink, deletedAt: null };
    const holder = await write.tx.product.findFirst({ where, select: { id: true } });
    if (holder) reader.note('permalink', words.taken);
  }
  const shippingCategoryId = await readShippingCategory(write, reader, input);
  const listed = await readOptionTypes(write, reader, input);
  const entries = await readEntries(write, reader, input, product);
  // the attributes of its master are among those of the product
  const ofMaster = { input, present: master, isMaster: true, reader };
  const plans = await planVariants(write, reader, [ofMaster, ...entries]);
  return { columns, shippingCategoryId, listed, master: plans[0], variants: plans.slice(1) };
}
