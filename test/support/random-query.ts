import type { Column, Table } from '../../prisma/fast-path/tables.ts';
import type { Choose } from './random-rows.ts';
import { pick } from './random-rows.ts';

/** Arguments of a read operation. */
export type QueryArgs = Record<string, unknown>;

/** Stored values by model and field: conditions use them, so that rows match. */
export type Stored = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** Generates random arguments of Prisma for one store. */
export interface QueryMaker {
  /** Arguments of `findMany`, with selections nested so deep. The order of rows has no ties. */
  findMany(table: Table, depth: number): QueryArgs;
  where(table: Table, depth: number): QueryArgs;
}

/** With more, Prisma takes seconds for its own statement. */
const mostRelations = 40;

/** Types that can be used in conditions and orders. */
const comparable = new Set(['String', 'Boolean', 'Int', 'BigInt', 'Decimal', 'DateTime']);

/** Generates queries with `choose` and values from `stored`. */
export function queryMaker(choose: Choose, stored: Stored): QueryMaker {
  const maybe = (percent: number): boolean => choose(100) < percent;

  const storedValue = (table: Table, field: string): unknown => {
    const rows = stored.get(table.model) ?? [];
    return rows.length > 0 ? pick(choose, rows)[field] : undefined;
  };

  const fieldsOf = (table: Table): [string, Column][] =>
    [...table.columns].filter(([, { type, list }]) => comparable.has(type) && !list);

  function where(table: Table, depth: number): QueryArgs {
    const made: QueryArgs = {};
    for (let part = 0; part <= choose(2); part += 1) {
      const kind = choose(12);
      const relations = [...table.relations];
      if (kind < 7 || depth <= 0 || relations.length === 0) {
        const [field, column] = pick(choose, fieldsOf(table));
        made[field] = condition(table, field, column);
      } else if (kind < 9) {
        const key = pick(choose, ['AND', 'OR']);
        const inner = () => where(table, depth - 1);
        made[key] = key === 'OR' || maybe(50) ? [inner(), inner()] : inner();
      } else {
        const [field, { table: target, list }] = pick(choose, relations);
        const inner = where(target, depth - 1);
        made[field] = list ? { [pick(choose, ['some', 'none'])]: inner } : inner;
      }
    }
    return made;
  }

  function condition(table: Table, field: string, column: Column): unknown {
    const value = storedValue(table, field);
    if (value === undefined || value === null) {
      return column.nullable
        ? pick<unknown>(choose, [null, { not: null }, { equals: null }])
        : undefined;
    }
    if (column.type === 'Boolean') return pick<unknown>(choose, [value, { not: value }]);
    const other = storedValue(table, field) ?? value;
    const compared = [
      value,
      { equals: value },
      { gt: value },
      { gte: value, lt: other },
      { lte: value },
      { in: [value, other] },
      { in: [] },
      { notIn: [value] },
      { not: value },
    ];
    const anyCase =
      typeof value === 'string' ? [{ equals: value.toUpperCase(), mode: 'insensitive' }] : [];
    return pick<unknown>(choose, [...compared, ...anyCase]);
  }

  function orderBy(table: Table): QueryArgs[] {
    const direction = () => pick(choose, ['asc', 'desc']);
    const keys: QueryArgs[] = [];
    if (maybe(60)) {
      const [field, { nullable }] = pick(choose, fieldsOf(table));
      const nulls = pick(choose, ['first', 'last']);
      keys.push({
        [field]: nullable && maybe(50) ? { sort: direction(), nulls } : direction(),
      });
    }
    const single = [...table.relations].filter(([, { list }]) => !list);
    if (single.length > 0 && maybe(20)) {
      const [field, { table: target }] = pick(choose, single);
      keys.push({ [field]: { [pick(choose, fieldsOf(target))[0]]: direction() } });
    }
    return [...keys, ...table.id.map((field) => ({ [field]: direction() }))];
  }

  function selection(table: Table, depth: number): QueryArgs {
    const relations = depth > 0 ? [...table.relations].filter(() => maybe(40)) : [];
    const nested = Object.fromEntries(
      relations.map(([field, { table: target, list }]) => [
        field,
        list ? findMany(target, depth - 1) : maybe(50) || selection(target, depth - 1),
      ]),
    );
    if (maybe(40)) {
      const fields = [...table.columns.keys()].filter(() => maybe(50));
      const chosen = [...fields, ...table.id].map((field) => [field, true] as const);
      return withWaysBack(table, depth, { select: { ...Object.fromEntries(chosen), ...nested } });
    }
    return relations.length > 0 ? withWaysBack(table, depth, { include: nested }) : {};
  }

  /** Lets nested records select parts of their parent again. */
  function withWaysBack(table: Table, depth: number, asked: QueryArgs): QueryArgs {
    const kind = asked['select'] === undefined ? 'include' : 'select';
    const selected = Object.entries(asked[kind] as QueryArgs);
    const withBack = selected.map(([field, args]): readonly [string, unknown] => {
      const relation = table.relations.get(field);
      const back =
        relation &&
        [...relation.table.relations].find(
          ([, { table: target, list, here }]) =>
            target === table && !list && String(here) === String(relation.there),
        );
      if (!back || typeof args !== 'object' || maybe([100, 40, 92][depth] ?? 100)) {
        return [field, args];
      }
      const parts = selected.flatMap(([key, same]) => {
        if (key === field || maybe(60)) return [];
        const beside = table.relations.get(key);
        return [[key, beside?.list && maybe(30) ? findMany(beside.table, 0) : same] as const];
      });
      const ids = table.id.map((key) => [key, true] as const);
      const way: QueryArgs =
        kind === 'include' && maybe(50)
          ? { include: Object.fromEntries<unknown>(parts) }
          : { select: Object.fromEntries<unknown>([...parts, ...ids]) };
      const inner = args as Record<string, QueryArgs>;
      const innerKind = inner['select'] === undefined ? 'include' : 'select';
      return [field, { ...inner, [innerKind]: { ...inner[innerKind], [back[0]]: way } }];
    });
    return { [kind]: Object.fromEntries(withBack) };
  }

  function findMany(table: Table, depth: number): QueryArgs {
    return {
      ...selection(table, depth),
      ...(maybe(70) && { where: where(table, 2) }),
      orderBy: orderBy(table),
      ...(maybe(60) && { take: choose(8) }),
    };
  }

  return {
    findMany: (table, depth) => {
      for (;;) {
        const args = findMany(table, depth);
        if (relationsIn(args) <= mostRelations) return args;
      }
    },
    where,
  };
}

/** How many relations are selected, including those of nested records. */
function relationsIn(args: unknown): number {
  const { select, include } = (args ?? {}) as { select?: QueryArgs; include?: QueryArgs };
  const chosen = Object.values(select ?? include ?? {});
  const relations = include ? chosen : chosen.filter((value) => typeof value === 'object');
  return relations.reduce<number>((sum, inner) => sum + 1 + relationsIn(inner), 0);
}
