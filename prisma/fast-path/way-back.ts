import { isDeepStrictEqual } from 'node:util';
import type { Args } from './conditions.ts';
import { given } from './conditions.ts';
import type { MakeRecord } from './record.ts';
import { recordMaker } from './record.ts';
import type { Relation, Table } from './tables.ts';
import { isBare } from './values.ts';

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
  const keys = selectedOf(above.table, asked).map(([key]) => key);
  const { table } = above;
  const isKnownLater = (key: string): boolean => {
    const own = table.relations.get(key);
    return own !== undefined && above.above !== undefined && leadsBack(own, above.above);
  };
  if (keys.some(isKnownLater)) return undefined;
  const makeRecord: MakeRecord = recordMaker(keys);
  return (record) => makeRecord(keys.map((key) => record[key]));
}

const leadsBack = (relation: Relation, { table, relation: { here, there } }: Above): boolean =>
  !relation.list &&
  relation.table === table &&
  isDeepStrictEqual(relation.here, there) &&
  isDeepStrictEqual(relation.there, here);

/** Keys that are asked of a record, each with the arguments of a relation. */
function selectedOf(table: Table, { select, include }: Args): [key: string, args: Args][] {
  const chosen = given(select ?? include).filter(([, value]) => value !== false);
  const columns = select === undefined ? [...table.columns.keys()] : [];
  return [
    ...columns.map((key): [string, Args] => [key, {}]),
    ...chosen.map(([key, value]): [string, Args] => [key, isBare(value) ? value : {}]),
  ];
}

/** Whether a record read by `held` holds all that `asked` asks for. */
function isCovered(table: Table, asked: Args, held: Args): boolean {
  const known = new Map(selectedOf(table, held));
  return selectedOf(table, asked).every(([key, args]) => {
    const kept = known.get(key);
    const relation = table.relations.get(key);
    if (!kept) return false;
    if (!relation) return table.columns.has(key);
    return (
      isDeepStrictEqual(rowsAsked(args), rowsAsked(kept)) && isCovered(relation.table, args, kept)
    );
  });
}

/** The arguments that say which rows there are, and in which order. */
const rowsAsked = (args: Args): unknown =>
  Object.fromEntries(given(args).filter(([key]) => key !== 'select' && key !== 'include'));
