import { isDeepStrictEqual } from 'node:util';
import type { Args } from './conditions.ts';
import { given } from './conditions.ts';
import type { MakeRecord } from './record.ts';
import { recordMaker } from './record.ts';
import { selectionOf } from './selection.ts';
import type { Relation, Table } from './tables.ts';

/** The record that nested records are read for: what is asked of it, and by which relation. */
export interface Above {
  readonly table: Table;
  readonly args: Args;
  readonly relation: Relation;
  readonly above: Above | undefined;
}

/** Makes what a nested record shows of the record above it out of that record. */
export type LookBack = (above: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * What a relation of a nested record gives where it leads back to the record above and asks for nothing
 * that was not asked there: then it need not be read again. Undefined otherwise.
 * Its own related records are those of the record above, which may hold more than was asked here.
 * Decision: Q80.
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
  // what leads back further is known only when all is made
  if (further && related.some(([, own]) => leadsBack(own, further))) return undefined;
  const keys = [...columns, ...related].map(([key]) => key);
  const makeRecord: MakeRecord = recordMaker(keys);
  return (record) => makeRecord(keys.map((key) => record[key]));
}

const leadsBack = (relation: Relation, { table, relation: { here, there } }: Above): boolean =>
  !relation.list &&
  relation.table === table &&
  isDeepStrictEqual(relation.here, there) &&
  isDeepStrictEqual(relation.there, here);

/** Whether a record read by `held` holds all that `asked` asks for. */
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

/** The arguments that say which rows there are, and in which order. */
const rowsAsked = (args: Args): unknown =>
  Object.fromEntries(given(args).filter(([key]) => key !== 'select' && key !== 'include'));
