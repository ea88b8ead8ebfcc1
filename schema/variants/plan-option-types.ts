import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { isSameSet, judgeSets, type OptionSet } from '../domain/option-sets.ts';
import { noteRoom } from '../list-room.ts';
import { isTemporary } from '../new-rows.ts';
import type { Write } from '../write.ts';
import type { OptionKey } from './option-actions.ts';
import type { VariantPlan } from './plan.ts';

const setOf = (values: readonly OptionKey[]): OptionSet =>
  new Map(values.map(({ optionTypeId, optionValueId }) => [optionTypeId, optionValueId]));

/** Whether a write changes the options of a variant: a new one has none before. */
export const changesOptions = ({ present, options }: VariantPlan): boolean =>
  present === null || (options !== null && !isSameSet(setOf(present.optionValues), options));

export const ownOptionTypes = (product: {
  readonly optionTypes: readonly { readonly optionTypeId: bigint }[];
}): bigint[] => product.optionTypes.map(({ optionTypeId }) => optionTypeId);

/** What decides about the option types of a product: what it has, and the variants that are written. */
interface Given {
  /** Null: the product is created. */
  readonly product: (Parameters<typeof ownOptionTypes>[0] & { readonly id: bigint }) | null;
  /** The types that replace those of the product; null if no list was sent. */
  readonly listed: readonly bigint[] | null;
  /** Without the master, which has no options. */
  readonly variants: readonly VariantPlan[];
}

/**
 * The option types of a product after the write, in order: listed or present ones, then those its variants add. Adds
 * messages where a variant would lack one of them or have the same options as another. Variants that keep their options
 * are not judged by types that the product has already. Decision: C1, C10.
 */
export async function planOptionTypes(
  write: Write,
  reader: AttributeReader,
  { product, listed, variants }: Given,
): Promise<bigint[]> {
  const present = product ? ownOptionTypes(product) : [];
  const brought = variants.flatMap(({ options }) => [...(options?.keys() ?? [])]);
  const types = [...new Set([...(listed ?? present), ...brought])];
  const kept = types.some(isTemporary) ? 0 : present.length;
  // each would be named to each variant that lacks it
  if (noteRoom(reader, 'optionTypes', kept, 'optionTypes', types.length - kept)) return types;
  const written = variants.filter(changesOptions);
  if ((types.length === 0 || written.length === 0) && listed === null) return types;
  const others = product ? await otherSets(write, product.id, written) : [];
  const used = others.flatMap((options) => [...options.keys()]);
  if (used.some((type) => !types.includes(type))) reader.note('optionTypes', words.invalid);
  const added = types.filter((type) => !present.includes(type));
  const lacked = added.filter((type) => others.some((options) => !options.has(type)));
  const sets = written.map(({ options }): OptionSet => options ?? new Map());
  const objections = judgeSets(types, sets, others);
  if (lacked.length === 0 && objections.every((objection) => objection === null)) return types;
  const namesOf = await readNames(write, types);
  if (lacked.length > 0) {
    const adding = written.find(({ options }) => lacked.some((type) => options?.has(type)));
    reader.note(adding?.optionsKey ?? 'optionTypes', words.lackedElsewhere(namesOf(lacked)));
  }
  for (const [index, objection] of objections.entries()) {
    const key = written[index]?.optionsKey;
    if (objection === null || key === undefined) continue;
    reader.note(key, objection === 'taken' ? words.taken : words.lacks(namesOf(objection.lacks)));
  }
  return types;
}

/** The options of a product's other variants that are not deleted. */
async function otherSets(
  { tx }: Write,
  productId: bigint,
  written: readonly VariantPlan[],
): Promise<OptionSet[]> {
  const ids = written.flatMap(({ present }) => present?.id ?? []);
  const others = await tx.variant.findMany({
    where: {
      productId,
      isMaster: false,
      deletedAt: null,
      ...(ids.length > 0 && { id: { notIn: ids } }),
    },
    select: { optionValues: { select: { optionTypeId: true, optionValueId: true } } },
  });
  return others.map(({ optionValues }) => setOf(optionValues));
}

async function readNames(
  { tx }: Write,
  types: readonly bigint[],
): Promise<(ids: readonly bigint[]) => string> {
  const rows = await tx.optionType.findMany({
    where: { id: { in: [...types] } },
    select: { id: true, name: true },
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (ids) => ids.flatMap((id) => names.get(id) ?? []).join(', ');
}
