import { Prisma } from '../../prisma/generated/client/client.ts';
import { Invalid } from '../errors.ts';
import type { Attribute } from './attributes.ts';
import type { Compilation } from './compile.ts';
import type { Join, Level } from './level.ts';
import { isSortable, type Searchable, type Sort } from './searchable.ts';
import { valueSql } from './value.ts';

/**
 * The ORDER BY of the sort keys: NULL last in both directions, with `id` appended so that pages never overlap.
 * Reversed it is the exact opposite, NULL first, which the same index supports.
 * Throws Invalid naming a key that does not exist for the caller.
 * Decision: S20, S24 to S27, Q46.
 */
export function orderBySql(
  level: Level,
  searchable: Searchable,
  sorts: readonly Sort[],
  compilation: Pick<Compilation, 'viewer' | 'order'>,
  reading: 'forwards' | 'backwards' = 'forwards',
): Prisma.Sql {
  const towards = (direction: 'ASC' | 'DESC'): string =>
    (direction === 'ASC') === (reading === 'forwards') ? 'ASC' : 'DESC';
  const nullsAt = reading === 'forwards' ? ' NULLS LAST' : ' NULLS FIRST';
  const first = sorts.filter(
    (sort, index) => sorts.findIndex(({ field }) => field === sort.field) === index,
  );
  const keys = first.map(({ field, direction }) => {
    const sortable = searchable.sorts[field];
    if (!sortable) throw new RangeError(`No sort key ${field}.`);
    const { attribute, through } = sortable;
    if (!isSortable(searchable, field, compilation)) {
      throw new Invalid({ [`sort.${field}`]: ['is not sortable'] });
    }
    const own = valueSql(level, attribute, level.reach(through));
    // No index supports DESC NULLS LAST, so it is only written where NULL is possible.
    const nulls = mayBeNull(attribute, through) ? nullsAt : '';
    return Prisma.sql`${own} ${Prisma.raw(towards(direction ?? 'ASC') + nulls)}`;
  });
  const tie = first.some(({ field }) => field === 'id')
    ? []
    : [Prisma.raw(`${level.alias}.id ${towards('ASC')}`)];
  return Prisma.join([...keys, ...tie], ', ');
}

const mayBeNull = (attribute: Attribute, through: readonly Join[]): boolean =>
  attribute.nullable || through.length > 0 || attribute.through.some(({ always }) => !always);
