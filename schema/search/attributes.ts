import type { EnumRef } from '@pothos/core';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Types } from '../builder.ts';
import type { OrderOwnership, Viewer } from '../context.ts';
import type { Join, Level } from './level.ts';

/** Type of an attribute; decides which predicates exist and how values are read. */
export type Kind =
  | 'text'
  | 'longText'
  | 'state'
  | 'word'
  | 'number'
  | 'whole'
  | 'money'
  | 'time'
  | 'id'
  | 'ref'
  | 'flag';

/** An enum whose values are stored as texts. */
export type Words = EnumRef<Types, string>;

/** Whether something exists for the caller; `order` is the order that all rows of the list belong to. */
type ShownTo = (viewer: Viewer, order: OrderOwnership | undefined) => boolean;

export interface Attribute {
  readonly kind: Kind;
  readonly column: string;
  /** Joins to the row with the column; none means the record itself. */
  readonly through: readonly Join[];
  readonly nullable: boolean;
  /** Equality ignores case: the column is compared by lower(), or is stored in upper case. */
  readonly fold?: 'lower' | 'upper';
  readonly words?: Words;
  /** Where a ref that is not all digits is looked up. */
  readonly reference?: {
    readonly through: readonly Join[];
    readonly column: string;
    readonly fold: 'lower' | 'upper';
  };
  /** Where the value is while `column` is NULL: in a column of the row whose id `by` contains. */
  readonly orElse?: { readonly by: string; readonly table: string; readonly column: string };
  /** A value computed from several columns. */
  readonly expression?: (level: Level, alias: string) => Prisma.Sql;
  /** Who may search the attribute, if not everybody. */
  readonly shownTo?: ShownTo;
}

/**
 * Who may search other records through an association. Other callers can only search the attributes that the record
 * itself shows of them. Decision: N84.
 */
export interface Edge {
  readonly shownTo: ShownTo;
  /** Attributes of the other record. */
  readonly shows: readonly string[];
}

/** For what a record shows in full to everyone who may read it. */
export const part: Edge = { shownTo: () => true, shows: [] };

/** Associations that a record is searched by. `one` searches the row it points to, `many` any row that points back. */
export interface Association {
  readonly list: AttributeList;
  readonly join: Omit<Join, 'table'> & { readonly kind: 'one' | 'many' };
  readonly edge: Edge;
  /** A condition on its rows, by their alias in the statement. */
  readonly where?: (alias: string) => Prisma.Sql;
}

/** The whitelist of one table: nothing else can be searched or sorted. */
export interface AttributeList {
  readonly name: string;
  readonly table: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly associations: Readonly<Record<string, Association>>;
}

type Options = Partial<Omit<Attribute, 'kind' | 'column'>>;

const attribute =
  (kind: Kind) =>
  (column: string, options: Options = {}): Attribute => ({
    kind,
    column,
    through: [],
    nullable: false,
    ...options,
  });

export const text = attribute('text');
/** A text of more than a few hundred characters: searched in linear time only. */
export const longText = attribute('longText');
export const state = (words: Words, column: string, options: Options = {}): Attribute =>
  attribute('state')(column, { ...options, words });
/** A word of a list that may grow, such as the actions of the audit log. */
export const word = attribute('word');
export const number = attribute('number');
export const whole = attribute('whole');
export const money = attribute('money');
export const time = attribute('time');
export const id = attribute('id');
export const ref = attribute('ref');
export const flag = attribute('flag');

/** The record that `column` points to; `always` if the column is never NULL. */
export const one = (
  list: AttributeList,
  column: string,
  edge: Edge,
  join: Pick<Join, 'always' | 'orElse'> = {},
): Association => ({ list, join: { kind: 'one', column, ...join }, edge });

/** The records whose `column` points to this one. */
export const many = (
  list: AttributeList,
  column: string,
  edge: Edge,
  where?: (alias: string) => Prisma.Sql,
): Association => ({ list, join: { kind: 'many', column }, edge, ...(where && { where }) });

/** What the caller may search through an association. */
export function listFor(
  { list, edge }: Association,
  viewer: Viewer,
  order: OrderOwnership | undefined,
): AttributeList {
  if (edge.shownTo(viewer, order)) return list;
  const shown = Object.entries(list.attributes).filter(([name]) => edge.shows.includes(name));
  return { ...list, attributes: Object.fromEntries(shown), associations: {} };
}
