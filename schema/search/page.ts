import { type ById, readsSearched, searchedBy } from '../../prisma/fast-path/searched.ts';
import type { Context, Db } from '../context.ts';
import { Invalid } from '../errors.ts';
import type { KeyValues } from './cursor.ts';
import { countRows, deepOffset, readDeepPage } from './deep-page.ts';
import {
  cutPage,
  type Edge,
  edgesOf,
  type Found,
  type Identified,
  isBounded,
  type Part,
  type Row,
  type SearchParts,
  type SharedReads,
} from './page-parts.ts';
import { outOf, type Place } from './place.ts';

/** Maximum number of ids listed by one request. */
const maximumIds = 100_000;

/**
 * One page of a list: the records by the ids that the search finds, in one statement if the client supports searches,
 * else in two. The total count, the cursors, and the row that tells whether there is another page are read only if
 * requested; the total is counted only if the rows do not already imply it. A numbered page far from the first is read
 * from the nearer end. A page below one of many records reads with the others. Decision: S29, S32, S36, Q5, Q46.
 */
export class Page {
  /** The number of the page; null if it was requested by cursor. */
  readonly page: number | null;
  readonly perPage: number;
  private readonly db: Db;
  private readonly isInUnit: boolean;
  private readonly place: Place;
  private readonly parts: SearchParts;
  private readonly shared: SharedReads | undefined;
  private asksTotal = false;
  private asksMore = false;
  private asksCursors = false;
  private isRead = false;
  /** The ids alone. */
  private found: Promise<Found> | undefined;
  private mostIds = 0;
  private listed: { readonly most: number; readonly rows: Promise<readonly Row[]> } | undefined;
  /** The records, read in the same statement as their ids. */
  private loaded: Promise<Found> | undefined;
  private counted: Promise<number> | undefined;

  constructor(
    { db, unit }: Pick<Context, 'db' | 'unit'>,
    place: Place,
    parts: SearchParts,
    shared?: SharedReads,
  ) {
    this.db = db;
    this.isInUnit = unit !== undefined;
    this.page = place.page;
    this.perPage = place.size;
    this.place = place;
    this.parts = parts;
    this.shared = shared;
  }

  private get isDeep(): boolean {
    // inside a transaction no other can be begun
    return this.place.offset >= deepOffset && !this.isInUnit && !this.shared;
  }

  /** How many rows are read: one more than are shown tells whether there are any. */
  private get limit(): number {
    return this.perPage + (this.asksMore ? 1 : 0);
  }

  /** What the statement must read besides is known before it is sent, else the response would lack it. */
  private requireUnread(): void {
    if (this.isRead) throw new Error('The page has been read already.');
  }

  /** What is read: nothing more can be asked for. */
  private get part(): Part {
    this.isRead = true;
    const { reading, offset, page } = this.place;
    const [limit, hasKeys, isRange] = [this.limit, this.asksCursors, page === null];
    return { reading, offset, limit, hasKeys, isRange };
  }

  private readRows(part: Part): Promise<readonly Row[]> {
    return this.shared?.rows(part) ?? this.db.$queryRaw<Row[]>(this.parts.rows(part));
  }

  private cut<Record extends Identified>(
    read: readonly Record[],
    keys: readonly unknown[],
    counted?: number,
  ): Found<Record> {
    return cutPage(this.place, this.limit, read, keys, counted);
  }

  private find(): Promise<Found> {
    this.found ??= this.findRows();
    return this.found;
  }

  private async findRows(): Promise<Found> {
    // Fields of one page are resolved one after the other: wait to see what else is selected.
    await Promise.resolve();
    if (this.isDeep) return readDeepPage(this.db, this.parts, this.place, this.asksCursors);
    if (this.loaded) return this.loaded;
    const rows = await this.readRows(this.part);
    const keys = rows.map((row) => row.keys);
    return this.cut(rows, keys);
  }

  async ids(): Promise<readonly bigint[]> {
    return (await this.find()).rows.map(({ id }) => id);
  }

  /** The ids of the first `most` matching rows, 1 to 100,000, in order, whatever the page. Throws Invalid. */
  async firstIds(most: number): Promise<readonly bigint[]> {
    if (most < 1 || most > maximumIds) throw new Invalid({ most: [outOf(maximumIds)] });
    this.mostIds = Math.max(this.mostIds, most);
    // fields of one page are resolved one after the other: the largest list of ids holds the others
    await Promise.resolve();
    const part = { reading: 'forwards', offset: 0, hasKeys: false, isRange: false } as const;
    if (!this.listed || this.listed.most < most) {
      const rows = this.readRows({ ...part, limit: this.mostIds });
      this.listed = { most: this.mostIds, rows };
    }
    return (await this.listed.rows).slice(0, most).map(({ id }) => id);
  }

  /**
   * The total count: returned with the records if they are read in one statement, else by a separate statement,
   * skipped if the page implies it.
   */
  async total(): Promise<number> {
    this.asksTotal = true;
    const { rows, total } = await this.find();
    this.counted ??=
      total === undefined
        ? (this.shared?.count() ?? countRows(this.db, this.parts))
        : Promise.resolve(total);
    return Math.max(await this.counted, rows.length > 0 ? this.place.offset + rows.length : 0);
  }

  /** Whether there are more records in what was asked for, or, read backwards, the record of `before` follows. */
  async hasNext(): Promise<boolean> {
    const { before, reading } = this.place;
    return reading === 'forwards' ? this.hasMore() : before !== undefined;
  }

  /**
   * Whether there are more records in what was asked for, or, read forwards, the record of `after` or earlier pages
   * precede.
   */
  async hasPrevious(): Promise<boolean> {
    const { after, offset, reading } = this.place;
    return reading === 'backwards' ? this.hasMore() : after !== undefined || offset > 0;
  }

  private async hasMore(): Promise<boolean> {
    this.requireUnread();
    this.asksMore = true;
    return (await this.find()).hasMore;
  }

  async cursors(): Promise<readonly string[]> {
    this.requireUnread();
    this.asksCursors = true;
    const { keys } = await this.find();
    return keys.map((values) => this.parts.cursorOf(values as KeyValues));
  }

  /** The records with their cursors; without `read` the cursors alone. */
  async edges<Record extends Identified>(
    read: (() => Promise<readonly Record[]>) | undefined,
  ): Promise<readonly Edge<Record>[]> {
    // both are begun at once, so that one statement returns them
    const [cursors, ids, records] = await Promise.all([this.cursors(), this.ids(), read?.()]);
    return edgesOf(ids, cursors, records);
  }

  /** The records of this page by `load`, in the order of the ids, for the field that has these nodes. */
  async load<Record extends Identified>(
    load: (where: ById) => Promise<Record[]>,
    nodes: unknown,
  ): Promise<readonly Record[]> {
    const { shared } = this;
    if (shared) return shared.load(nodes, await this.ids(), load);
    if (this.loaded === undefined && readsSearched(this.db) && !this.isDeep) {
      const loaded = this.loadSearched(load);
      this.loaded = loaded;
      return (await loaded).rows;
    }
    const ids = await this.ids();
    if (ids.length === 0) return [];
    const rows = new Map((await load({ id: { in: [...ids] } })).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  private async loadSearched<Record extends Identified>(
    load: (where: ById) => Promise<Record[]>,
  ): Promise<Found<Record>> {
    // as in `findRows`
    await Promise.resolve();
    const { asksTotal, asksCursors } = this;
    if (!asksTotal && !asksCursors) {
      return this.cut(await load(searchedBy(this.parts.rows(this.part))), []);
    }
    let counted: number | undefined;
    let keys: readonly unknown[] = [];
    const from = isBounded(this.place) ? 0 : this.limit;
    const rows = await load(
      searchedBy(this.parts.rows(this.part), {
        total: asksTotal ? { sql: this.parts.count, from } : undefined,
        hasKeys: asksCursors,
        tell: (...told) => {
          [counted, keys] = told;
        },
      }),
    );
    return this.cut(rows, keys, counted);
  }
}
