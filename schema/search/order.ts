import { Prisma } from '../../prisma/generated/client/client.ts';
import { Invalid } from '../errors.ts';
import type { Attribute, Kind } from './attributes.ts';
import type { Compilation } from './compile.ts';
import { column, type Join, type Level } from './level.ts';
import { isSortable, type Searchable, type Sort } from './searchable.ts';
import { valueSql } from './value.ts';

/** Whether rows are read in the order of the list or in its exact opposite, from the end. */
export type ReadingDirection = 'forwards' | 'backwards';

/** One key of an order. NULL comes last in both directions. */
export interface OrderKey {
  readonly field: string;
  readonly kind: Kind;
  readonly value: Prisma.Sql;
  readonly direction: 'ASC' | 'DESC';
  readonly mayBeNull: boolean;
}

/** Longer texts are sorted by their beginning, so that a cursor is of bounded size. */
const sortedCharacters = 1000;

/**
 * The keys of an order, each once: those of the sort, with `id` appended so that pages never overlap. What follows an
 * `id` decides nothing.
 * Throws Invalid naming every key that does not exist for the caller. Decision: S20, S24 to S27.
 */
export function orderKeys(
  level: Level,
  searchable: Searchable,
  sorts: readonly Sort[],
  compilation: Pick<Compilation, 'viewer' | 'order'>,
): readonly OrderKey[] {
  const first = sorts.filter(
    (sort, index) => sorts.findIndex(({ field }) => field === sort.field) === index,
  );
  const unseen = first.filter(({ field }) => !isSortable(searchable, field, compilation));
  if (unseen.length > 0) {
    throw new Invalid(
      Object.fromEntries(unseen.map(({ field }) => [`sort.${field}`, ['is not sortable']])),
    );
  }
  const keys = first.map(({ field, direction }): OrderKey => {
    const sortable = searchable.sorts[field];
    if (!sortable) throw new RangeError(`No sort key ${field}.`);
    const { attribute, through } = sortable;
    const whole = valueSql(level, attribute, level.reach(through));
    const { kind } = attribute;
    const value =
      kind === 'longText'
        ? Prisma.sql`left(${whole}, ${Prisma.raw(String(sortedCharacters))})`
        : whole;
    const mayBeNull = canBeNull(attribute, through);
    return { field, kind, value, direction: direction ?? 'ASC', mayBeNull };
  });
  const id: OrderKey = {
    field: 'id',
    kind: 'id',
    value: column(level.alias, 'id'),
    direction: 'ASC',
    mayBeNull: false,
  };
  const place = keys.findIndex(({ field }) => field === 'id');
  return place < 0 ? [...keys, id] : keys.slice(0, place + 1);
}

const canBeNull = (attribute: Attribute, through: readonly Join[]): boolean =>
  attribute.nullable || [...through, ...attribute.through].some(({ always }) => !always);

export const towards = ({ direction }: OrderKey, reading: ReadingDirection): 'ASC' | 'DESC' =>
  (direction === 'ASC') === (reading === 'forwards') ? 'ASC' : 'DESC';

/** The ORDER BY of keys. Read backwards it is the exact opposite, NULL first, which the same index supports. */
export function orderBySql(keys: readonly OrderKey[], reading: ReadingDirection): Prisma.Sql {
  const nullsAt = reading === 'forwards' ? ' NULLS LAST' : ' NULLS FIRST';
  return Prisma.join(
    keys.map((key) => {
      // No index supports DESC NULLS LAST, so it is only written where NULL is possible.
      const nulls = key.mayBeNull ? nullsAt : '';
      return Prisma.sql`${key.value} ${Prisma.raw(towards(key, reading) + nulls)}`;
    }),
    ', ',
  );
}
