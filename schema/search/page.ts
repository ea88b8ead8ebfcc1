import { Prisma } from '../../prisma/generated/client/client.ts';
import { readsSearched, searchedBy } from '../../prisma/fast-path/searched.ts';
import type { Context, Db, OrderOwnership } from '../context.ts';
import { Invalid } from '../errors.ts';
import type { Searchable, Sort } from './searchable.ts';
import { compileFilter, type Filter } from './compile.ts';
import { Level } from './level.ts';
import { orderBySql } from './order.ts';

/** Which page of which rows. */
export interface PageRequest {
  readonly filter?: Filter | null | undefined;
  readonly sort?: readonly Sort[] | null | undefined;
  readonly page?: number | null | undefined;
  readonly perPage?: number | null | undefined;
}

const defaultPerPage = 25;
const maximumPerPage = 500;
const maximumPage = 2_147_483_647;
/** Maximum number of ids listed by one request. Decision: O1. */
const maximumIds = 100_000;
const maximumSorts = 10;

/**
 * If at least so many rows are skipped, the page may be read from the end: then it pays to count first.
 * Decision: Q46.
 */
export const deepOffset = 5_000;

/** The effective page size: 25 for none, zero and less, at most 500. Decision: S29. */
export const boundPerPage = (perPage: number | null | undefined): number =>
  perPage == null || perPage < 1 ? defaultPerPage : Math.min(perPage, maximumPerPage);

const boundPage = (page: number | null | undefined): number =>
  page == null || page < 1 ? 1 : Math.min(page, maximumPage);

interface Identified {
  readonly id: bigint;
}

/** The parts of a search after SELECT. */
export interface SearchParts {
  /** The ids in order, or in reverse. */
  readonly ids: (direction: 'forwards' | 'backwards') => Prisma.Sql;
  /** FROM and WHERE, for counting. */
  readonly from: Prisma.Sql;
}

interface Deep {
  readonly ids: readonly bigint[];
  readonly total: number;
}

/**
 * One page of a list: the records by the ids that the search finds, in one statement if the client supports
 * searches, else in two; the total count only if requested and only if the rows do not already imply it. A page
 * far from the first is read from the nearer end.
 * Decision: S29, S30, S32, Q5, Q46.
 */
export class Page {
  readonly page: number;
  readonly perPage: number;
  private readonly db: Db;
  private readonly isInUnit: boolean;
  private readonly parts: SearchParts;
  private found: Promise<readonly bigint[]> | undefined;
  /** The records, read in the same statement as their ids. */
  private loaded: Promise<readonly Identified[]> | undefined;
  private counted: Promise<number> | undefined;
  /** The total count, if the statement that read the records returned it. */
  private told: number | undefined;
  private deeply: Promise<Deep> | undefined;

  constructor(
    { db, unit }: Pick<Context, 'db' | 'unit'>,
    request: PageRequest,
    parts: SearchParts,
  ) {
    this.db = db;
    this.isInUnit = unit !== undefined;
    this.page = boundPage(request.page);
    this.perPage = boundPerPage(request.perPage);
    this.parts = parts;
  }

  private get offset(): number {
    return (this.page - 1) * this.perPage;
  }

  /** The search: a SELECT of the ids of this page, in order. */
  private get search(): Prisma.Sql {
    return this.select('forwards', this.perPage, this.offset);
  }

  private select(direction: 'forwards' | 'backwards', limit: number, offset: number): Prisma.Sql {
    return Prisma.sql`SELECT ${this.parts.ids(direction)} LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
  }

  private get isDeep(): boolean {
    // inside a transaction no other can be begun
    return this.offset >= deepOffset && !this.isInUnit;
  }

  /**
   * Ids and total count from one snapshot: a page counted from the end would shift with every record added
   * meanwhile.
   */
  private readDeep(): Promise<Deep> {
    this.deeply ??= this.db.$transaction(
      async (tx) => {
        const total = await this.count(tx);
        const left = total - this.offset;
        if (left <= 0) return { ids: [], total };
        const isNearTheEnd = left < this.offset;
        const search = isNearTheEnd
          ? this.select('backwards', Math.min(this.perPage, left), Math.max(0, left - this.perPage))
          : this.search;
        const ids = (await tx.$queryRaw<Identified[]>(search)).map(({ id }) => id);
        return { ids: isNearTheEnd ? ids.reverse() : ids, total };
      },
      { isolationLevel: 'RepeatableRead' },
    );
    return this.deeply;
  }

  private get countSql(): Prisma.Sql {
    return Prisma.sql`SELECT count(*) ${this.parts.from}`;
  }

  private async count(db: Pick<Db, '$queryRaw'>): Promise<number> {
    const rows = await db.$queryRaw<{ count: bigint }[]>(this.countSql);
    return Number(rows[0]?.count ?? 0);
  }

  /** The ids of the rows on this page, in order. */
  ids(): Promise<readonly bigint[]> {
    this.found ??= this.findIds();
    return this.found;
  }

  private async findIds(): Promise<readonly bigint[]> {
    // Fields of one page are resolved one after the other: wait to see whether records are selected too.
    await Promise.resolve();
    if (this.isDeep) return (await this.readDeep()).ids;
    const rows = this.loaded ?? this.db.$queryRaw<Identified[]>(this.search);
    return (await rows).map((row) => row.id);
  }

  /** The ids of the first `most` matching rows, 1 to 100,000, in order, whatever the page. Decision: O1. */
  async firstIds(most: number): Promise<readonly bigint[]> {
    const limit = Math.min(Math.max(most, 1), maximumIds);
    const rows = await this.db.$queryRaw<Identified[]>(this.select('forwards', limit, 0));
    return rows.map(({ id }) => id);
  }

  /**
   * The total count: returned with the records if they are read in one statement, else by a separate statement,
   * skipped if the page implies it.
   * Decision: S32, Q64.
   */
  total(): Promise<number> {
    this.counted ??= this.ids().then(async ({ length }) => {
      if (this.deeply) return (await this.deeply).total;
      const isLast = length < this.perPage && (length > 0 || this.page === 1);
      if (isLast) return this.offset + length;
      const total = this.told ?? (await this.count(this.db));
      return Math.max(total, length > 0 ? this.offset + length : 0);
    });
    return this.counted;
  }

  /** The records of this page by `load`, in the order of the ids. */
  async load<T extends Identified>(
    load: (where: { id: { in: bigint[] } }) => Promise<T[]>,
  ): Promise<T[]> {
    if (this.loaded === undefined && readsSearched(this.db) && !this.isDeep) {
      const loaded = this.loadSearched(load);
      this.loaded = loaded;
      return loaded;
    }
    const ids = await this.ids();
    if (ids.length === 0) return [];
    const rows = new Map((await load({ id: { in: [...ids] } })).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  private async loadSearched<T extends Identified>(
    load: (where: { id: { in: bigint[] } }) => Promise<T[]>,
  ): Promise<T[]> {
    // Fields of one page are resolved one after the other: wait to see whether the total is selected too.
    await Promise.resolve();
    if (this.counted === undefined) return load(searchedBy(this.search));
    const tell = (total: number): void => {
      this.told = total;
    };
    return load(searchedBy(this.search, { sql: this.countSql, full: this.perPage, tell }));
  }
}

/** The rows of a list, which no filter can exceed. Decision: S2. */
export interface Scope {
  /** Conditions around the whole search. */
  readonly rows: (level: Level) => Prisma.Sql[];
  /** The order that all rows belong to, or the owner, if there is one. */
  readonly order?: OrderOwnership;
}

/** Every row of the table. */
export const everyRow: Scope = { rows: () => [] };

/**
 * The requested page of a searchable list, inside the scope. Reads nothing yet.
 * Throws Invalid naming what cannot be read or exceeds its bound.
 * Decision: S2, S12.
 */
export function findPage(
  searchable: Searchable,
  context: Context,
  request: PageRequest,
  scope: Scope,
  defaultSort: readonly Sort[],
): Page {
  if ((request.sort?.length ?? 0) > maximumSorts) throw new Invalid({ sort: ['is too long'] });
  const statement = (direction?: 'forwards' | 'backwards'): Prisma.Sql => {
    const level = new Level(searchable.list.table);
    const { viewer, settings } = context;
    const compilation = {
      viewer,
      currency: settings.currency,
      order: scope.order,
      unseen: [],
      conditions: 0,
      patternCharacters: 0,
    };
    const filter = compileFilter(level, searchable.list, request.filter ?? {}, compilation);
    const conditions = [...scope.rows(level), ...(filter ? [filter] : [])];
    const where = conditions.length
      ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}`
      : Prisma.empty;
    if (direction === undefined) return Prisma.sql`${level.from()} ${where}`;
    const sorts = request.sort?.length ? request.sort : defaultSort;
    const order = orderBySql(level, searchable, sorts, compilation, direction);
    return Prisma.sql`${Prisma.raw(`${level.alias}.id`)} ${level.from()} ${where} ORDER BY ${order}`;
  };
  // compiled at once, so that an invalid search is refused before anything is read
  const [forwards, from] = [statement('forwards'), statement()];
  const ids: SearchParts['ids'] = (direction) =>
    direction === 'forwards' ? forwards : statement(direction);
  return new Page(context, request, { ids, from });
}
