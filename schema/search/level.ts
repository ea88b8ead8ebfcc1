import { Prisma } from '../../prisma/generated/client/client.ts';

/** A join to at most one other row: `from.column` contains the id of a row of `table`. */
export interface Join {
  readonly table: string;
  readonly column: string;
  /** The other row exists for every row of `from`, so that an index on it can order the rows. */
  readonly always?: boolean;
  /** Where the id is while `column` is NULL: in a column of another row. */
  readonly orElse?: { readonly through: readonly Join[]; readonly column: string };
}

/** Numbers the aliases of one statement, so that no two tables share one. */
class Aliases {
  private count = 0;
  next(): string {
    return `t${this.count++}`;
  }
}

/**
 * One FROM of a statement: a table and the rows joined to it, each at most one per row, so that no row is
 * listed twice. Joins are left joins, but to rows that always exist: a missing row is NULL.
 */
export class Level {
  readonly table: string;
  readonly alias: string;
  readonly aliases: Aliases;
  /** The row itself, and rows that exist for each such row. */
  private readonly certain: Set<string>;
  private readonly joins = new Map<string, { alias: string; sql: Prisma.Sql }>();

  constructor(table: string, aliases = new Aliases()) {
    this.table = table;
    this.aliases = aliases;
    this.alias = aliases.next();
    this.certain = new Set([this.alias]);
  }

  /** The alias of the row reached from `from` by the joins, which are added on first use. */
  reach(through: readonly Join[], from: string = this.alias): string {
    let at = from;
    for (const { table, column, orElse, always } of through) {
      const other = orElse && `${this.reach(orElse.through, at)}.${orElse.column}`;
      const id = other ? `COALESCE(${at}.${column}, ${other})` : `${at}.${column}`;
      const key = `${id}:${table}`;
      let join = this.joins.get(key);
      if (!join) {
        const alias = this.aliases.next();
        const isCertain = always === true && this.certain.has(at);
        if (isCertain) this.certain.add(alias);
        const kind = isCertain ? 'INNER' : 'LEFT';
        join = {
          alias,
          sql: Prisma.raw(`${kind} JOIN ${table} ${alias} ON ${alias}.id = ${id}`),
        };
        this.joins.set(key, join);
      }
      at = join.alias;
    }
    return at;
  }

  /** `FROM table alias LEFT JOIN ...`, after all conditions have added their joins. */
  from(): Prisma.Sql {
    const table = Prisma.raw(`FROM ${this.table} ${this.alias}`);
    return Prisma.join([table, ...[...this.joins.values()].map((join) => join.sql)], ' ');
  }
}

/** A column of an alias; both are names in this program, never sent by a client. */
export const column = (alias: string, name: string): Prisma.Sql => Prisma.raw(`${alias}.${name}`);
