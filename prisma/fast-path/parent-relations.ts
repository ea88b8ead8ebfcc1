import { isDeepStrictEqual } from 'node:util';
import { type Args, given } from './conditions.ts';
import { type MakeRecord, recordMaker } from './record.ts';
import { selectionOf } from './selection.ts';
import type { Relation, Table } from './tables.ts';

/** The parent record of nested records: what is selected of it, and the relation they are read by. */
export interface Above {
  readonly table: Table;
  readonly args: Args;
  readonly relation: Relation;
  readonly above: Above | undefined;
}

/** Builds what a nested record shows of its parent from that parent. */
export type LookBack = (above: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * How to build a relation of a nested record that points back to the parent and selects nothing beyond what was
 * selected there, so that it need not be read again. Undefined otherwise. Its own related records are those of
 * the parent, which may hold more than was selected here.
 */
export function lookBack(
  relation: Relation,
  asked: Args,
  above: Above | undefined,
): LookBack | undefined {
  if (!above || !leadsBack(relation, above) || !isCovered(above.table, asked, above.args)) {
    return undefined;
  }
  const { columns, related } = selectionOf(above.table, asked);
  const further = above.above;
  // what points further back is known only once everything is built
  if (further && related.some(([, own]) => leadsBack(own, further))) return undefined;
  const keys = [...columns, ...related].map(([key]) => key);
  const makeRecord: MakeRecord = recordMaker(keys.map((key) => ({ key })));
  return (record) => makeRecord(keys.map((key) => record[key]));
}

const leadsBack = (relation: Relation, { table, relation: { here, there } }: Above): boolean =>
  !relation.list &&
  relation.table === table &&
  isDeepStrictEqual(relation.here, there) &&
  isDeepStrictEqual(relation.there, here);

/** Whether a record read by `held` holds all that `asked` selects. */
function isCovered(table: Table, asked: Args, held: Args): boolean {
  const wanted = selectionOf(table, asked);
  const present = selectionOf(table, held);
  const columns = new Set(present.columns.map(([key]) => key));
  const related = new Map(present.related.map(([key, , args]) => [key, args]));
  return (
    wanted.columns.every(([key]) => columns.has(key)) &&
    wanted.related.every(([key, relation, args]) => {
      const kept = related.get(key);
      return (
        kept !== undefined &&
        isDeepStrictEqual(rowsAsked(args), rowsAsked(kept)) &&
        isCovered(relation.table, args, kept)
      );
    })
  );
}

/** The arguments that decide which rows there are, and in which order. */
const rowsAsked = (args: Args): unknown =>
  Object.fromEntries(given(args).filter(([key]) => key !== 'select' && key !== 'include'));
