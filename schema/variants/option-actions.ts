import { Prisma } from '../../prisma/generated/client/client.ts';
import { mostEntries } from '../domain/list-bounds.ts';
import type { OptionSet } from '../domain/option-sets.ts';
import { isTemporary, temporaryId } from '../new-rows.ts';
import type { Write } from '../write.ts';

const namesOf = (names: readonly string[]): Prisma.Sql => Prisma.sql`${[...names]}::text[]`;

/**
 * The option types with these names, ignoring case; missing ones are created at the end of the list, with the given
 * name as presentation. The names are keys of the map as given. Of more than a product may have, none is created: the
 * missing ones have temporary ids, with which `planOptionTypes` refuses the write. Decision: C1, C10, C18, P75.
 */
export async function ensureOptionTypes(
  { tx, now }: Write,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (names.length === 0) return new Map();
  const time = now.toISOString();
  await tx.$executeRaw(Prisma.sql`
    WITH missing AS (
      SELECT DISTINCT ON (lower(g.name)) g.name, g.place
      FROM unnest(${namesOf(names)}) WITH ORDINALITY AS g(name, place)
      WHERE NOT EXISTS (SELECT 1 FROM option_types t WHERE lower(t.name) = lower(g.name))
        AND (SELECT count(DISTINCT lower(name)) FROM unnest(${namesOf(names)}) AS all_given(name))
            <= ${mostEntries.optionTypes}::integer
      ORDER BY lower(g.name), g.place
    )
    INSERT INTO option_types (name, presentation, position, created_at, updated_at)
    SELECT name, name,
           (SELECT COALESCE(max(position), 0) FROM option_types) + row_number() OVER (ORDER BY place),
           ${time}::timestamptz, ${time}::timestamptz
    FROM missing
    ON CONFLICT (lower(name)) DO NOTHING`);
  const rows = await tx.$queryRaw<{ name: string; key: string; id: bigint | null }[]>(Prisma.sql`
    SELECT g.name, lower(g.name) AS key, t.id FROM unnest(${namesOf(names)}) AS g(name)
    LEFT JOIN option_types t ON lower(t.name) = lower(g.name)`);
  const missing = new Map(rows.map(({ key }) => [key, temporaryId()]));
  return new Map(rows.map(({ name, key, id }) => [name, id ?? missing.get(key) ?? temporaryId()]));
}

/** A value of an option type by names, e.g. `Size` and `Small`. */
export interface NamedOption {
  readonly name: string;
  readonly value: string;
}

export interface OptionKey {
  readonly optionTypeId: bigint;
  readonly optionValueId: bigint;
}

const pairKey = (typeId: bigint, value: string): string => `${String(typeId)} ${value}`;

/**
 * The option values with these names, ignoring case; missing types and values are created, unless the types are too
 * many. Returns how to find the value of each given option.
 */
export async function ensureOptionValues(
  write: Write,
  options: readonly NamedOption[],
): Promise<(option: NamedOption) => OptionKey | undefined> {
  if (options.length === 0) return () => undefined;
  const { tx, now } = write;
  const types = await ensureOptionTypes(write, [...new Set(options.map(({ name }) => name))]);
  if ([...types.values()].some(isTemporary)) {
    return ({ name }) => {
      const id = types.get(name);
      return id === undefined ? undefined : { optionTypeId: id, optionValueId: id };
    };
  }
  const pairs = new Map<string, { typeId: bigint; value: string }>();
  for (const { name, value } of options) {
    const typeId = types.get(name);
    if (typeId !== undefined) pairs.set(pairKey(typeId, value), { typeId, value });
  }
  const given = [...pairs.values()];
  const typeIds = Prisma.sql`${given.map(({ typeId }) => String(typeId))}::bigint[]`;
  const values = namesOf(given.map(({ value }) => value));
  const time = now.toISOString();
  await tx.$executeRaw(Prisma.sql`
    WITH missing AS (
      SELECT DISTINCT ON (g.type_id, lower(g.name)) g.type_id, g.name, g.place
      FROM unnest(${typeIds}, ${values}) WITH ORDINALITY AS g(type_id, name, place)
      WHERE NOT EXISTS (SELECT 1 FROM option_values v
                        WHERE v.option_type_id = g.type_id AND lower(v.name) = lower(g.name))
      ORDER BY g.type_id, lower(g.name), g.place
    )
    INSERT INTO option_values (option_type_id, name, presentation, position, created_at, updated_at)
    SELECT m.type_id, m.name, m.name,
           (SELECT COALESCE(max(v.position), 0) FROM option_values v WHERE v.option_type_id = m.type_id)
             + row_number() OVER (PARTITION BY m.type_id ORDER BY m.place),
           ${time}::timestamptz, ${time}::timestamptz
    FROM missing m
    ON CONFLICT (option_type_id, lower(name)) DO NOTHING`);
  const rows = await tx.$queryRaw<{ typeId: bigint; name: string; id: bigint }[]>(Prisma.sql`
    SELECT g.type_id AS "typeId", g.name, v.id
    FROM unnest(${typeIds}, ${values}) AS g(type_id, name)
    JOIN option_values v ON v.option_type_id = g.type_id AND lower(v.name) = lower(g.name)`);
  const ids = new Map(rows.map(({ typeId, name, id }) => [pairKey(typeId, name), id]));
  return ({ name, value }) => {
    const optionTypeId = types.get(name);
    if (optionTypeId === undefined) return undefined;
    const optionValueId = ids.get(pairKey(optionTypeId, value));
    return optionValueId === undefined ? undefined : { optionTypeId, optionValueId };
  };
}

/** The option values with these ids, by id; unknown ones are missing. */
export async function findOptionValues(
  { tx }: Write,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, OptionKey>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.optionValue.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, optionTypeId: true },
  });
  return new Map(rows.map(({ id, optionTypeId }) => [id, { optionTypeId, optionValueId: id }]));
}

/** Writes the option types of a product in this order; returns whether anything changed. */
export async function writeOptionTypes(
  { tx }: Write,
  productId: bigint,
  present: readonly bigint[],
  wanted: readonly bigint[],
): Promise<boolean> {
  if (present.length === wanted.length && present.every((id, place) => id === wanted[place]))
    return false;
  await tx.productOptionType.deleteMany({ where: { productId } });
  await tx.productOptionType.createMany({
    data: wanted.map((optionTypeId, place) => ({ productId, optionTypeId, position: place + 1 })),
  });
  return true;
}

/** A variant with its options: option type to option value. */
interface WithOptions {
  readonly id: bigint;
  readonly options: OptionSet;
}

/** Writes the option values of variants in place of those they have. */
export async function writeOptionValues(
  { tx }: Write,
  variants: readonly WithOptions[],
): Promise<void> {
  if (variants.length === 0) return;
  const variantId = { in: variants.map(({ id }) => id) };
  await tx.variantOptionValue.deleteMany({ where: { variantId } });
  await tx.variantOptionValue.createMany({ data: variants.flatMap(optionRows) });
}

export const optionRows = ({ id, options }: WithOptions) =>
  [...options].map(([optionTypeId, optionValueId]) => ({
    variantId: id,
    optionTypeId,
    optionValueId,
  }));
