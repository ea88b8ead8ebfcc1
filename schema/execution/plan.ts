import { getNamedType, isObjectType, isLeafType } from 'graphql';
import type { FieldNode, GraphQLField, GraphQLNamedType } from 'graphql';
import { alwaysRead, rowFieldOf, type Select } from './plans-plugin.ts';
import { recordsFieldOf, type ToRecords } from './records-field.ts';
import { isPromise } from './run.ts';
import type { Selections } from './selection.ts';

/**
 * Why queries are planned anew for a request, which costs CPU and may cost statements:
 * - `argument`: what a field below reads depends on its arguments
 * - `context`: what a field below reads depends on the request's context, or is known only later
 * - `field`: a field below reads records that the plan does not, or what it reads contradicts what another does
 * - `row`: a row was read without the relation that a field shows
 */
export type Unplanned = 'argument' | 'context' | 'field' | 'row';

/** Hears of every run without a plan. */
export type OnUnplanned = (why: Unplanned) => void;

/** One query cannot serve all requests, or cannot load all that is selected. */
class NotPlanned extends Error {
  readonly why: Unplanned;

  constructor(why: Unplanned) {
    super(why);
    this.why = why;
  }
}

/** What is read of records, and which ones: `orderBy`, `take`. */
interface Query extends Readonly<Record<string, unknown>> {
  readonly select?: Select;
}

/**
 * The queries of a field that reads records, if they are the same for every request and load everything selected below;
 * otherwise why not. Each path leads from its value to records that have a query of their own, which is empty if none
 * of them is selected. Queries are frozen, because all requests share them. Decision: Q21.
 */
export function planOnce(
  selections: Selections,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  paths: readonly ToRecords[],
): readonly Query[] | Unplanned {
  const value = new Value(selections, type, nodes);
  try {
    const queries = paths.map((path) => (value.shows(path) ? value.query(path, {}) : {}));
    value.requireQueries();
    freeze(queries);
    return queries;
  } catch (error) {
    if (error instanceof NotPlanned) return error.why;
    throw error;
  }
}

/** The value of a field, and what an operation selects of it. */
class Value {
  private readonly selections: Selections;
  private readonly type: GraphQLNamedType;
  private readonly nodes: readonly FieldNode[];
  /** Where the records are selected that a query reads. */
  private readonly read = new Set<FieldNode>();

  constructor(selections: Selections, type: GraphQLNamedType, nodes: readonly FieldNode[]) {
    this.selections = selections;
    this.type = type;
    this.nodes = nodes;
  }

  /** Whether anything is selected at the end of a path. */
  shows(path: ToRecords): boolean {
    return this.at(path).nodes.length > 0;
  }

  query(path: ToRecords, { select = {}, ...rest }: Query): Query {
    const { type, nodes } = this.at(path);
    const all: Record<string, unknown> = {};
    addTo(all, select);
    for (const node of nodes) this.read.add(node);
    if (nodes.length > 0) this.addSelected(all, type, nodes);
    return { ...rest, select: all };
  }

  /** Throws NotPlanned if records are selected that no query reads. */
  requireQueries(type = this.type, nodes = this.nodes): void {
    if (isLeafType(type) || nodes.every((node) => this.read.has(node))) return;
    for (const [field, beneath] of this.fields(type, nodes)) {
      if (rowFieldOf(field)) throw new NotPlanned('field');
      if (!recordsFieldOf(field)) this.requireQueries(getNamedType(field.type), beneath);
    }
  }

  private addSelected(
    all: Record<string, unknown>,
    type: GraphQLNamedType,
    nodes: readonly FieldNode[],
  ): void {
    const always = isObjectType(type) && alwaysRead(type);
    if (!always) throw new NotPlanned('field');
    addTo(all, always);
    for (const [field, beneath] of this.fields(type, nodes)) {
      const shown = new Value(this.selections, getNamedType(field.type), beneath);
      addTo(all, readBy(field, shown));
      if (!recordsFieldOf(field)) shown.requireQueries();
    }
  }

  private at(path: ToRecords): { type: GraphQLNamedType; nodes: readonly FieldNode[] } {
    let { type, nodes } = this;
    for (const name of path) {
      const found = this.fields(type, nodes).filter(([field]) => field.name === name);
      nodes = found.flatMap(([, beneath]) => beneath);
      const [[field] = []] = found;
      if (!field) break;
      type = getNamedType(field.type);
    }
    return { type, nodes };
  }

  /** The fields selected of a type, without `__typename`. */
  private fields(
    type: GraphQLNamedType,
    nodes: readonly FieldNode[],
  ): (readonly [GraphQLField<unknown, unknown>, readonly FieldNode[]])[] {
    if (!isObjectType(type)) throw new NotPlanned('field');
    return [...this.selections.beneath(nodes).values()].flatMap((found) => {
      const field = type.getFields()[found[0].name.value];
      return field ? [[field, found] as const] : [];
    });
  }
}

function readBy(field: GraphQLField<unknown, unknown>, value: Value): Select {
  const row = rowFieldOf(field);
  if (!row) return {};
  const { select, resolve } = row;
  // what a plugin wraps around it may read something that its definition does not tell
  if (!select && resolve !== field.resolve) throw new NotPlanned('field');
  if (typeof select !== 'function') return select ?? {};
  if (field.args.length > 0) throw new NotPlanned('argument');
  // Pothos passes it more than is planned here
  if (select.length > 3) throw new NotPlanned('field');
  const read = select({}, unread, (query, path = [], type) => {
    if (!Array.isArray(path) || type !== undefined) throw new NotPlanned('field');
    return value.query(path as string[], query === true ? {} : asQuery(query));
  });
  if (isPromise(read)) throw new NotPlanned('context');
  return asQuery(read);
}

function notRead(): never {
  throw new NotPlanned('context');
}

/** Takes the place of a request's context while a query is planned. */
const unread = new Proxy({}, { get: notRead, has: notRead, ownKeys: notRead });

const isPlain = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function asQuery(value: unknown): Query {
  if (!isPlain(value)) throw new NotPlanned('field');
  return value;
}

/** Adds what is read of a row to what is read of it already; throws NotPlanned if both cannot be read at once. */
function addTo(all: Record<string, unknown>, select: Select): void {
  for (const [name, value] of Object.entries(select)) {
    if (!value || (value === true && all[name] === true)) continue;
    if (value === true && !(name in all)) {
      all[name] = true;
      continue;
    }
    const { select: beneath, ...rest } = asQuery(value);
    const { select: known, ...same } = asQuery((all[name] ??= { ...rest, select: {} }));
    if (!beneath || !known || !isSame(rest, same)) throw new NotPlanned('field');
    addTo(known, beneath);
  }
}

/** Whether two parts of queries mean the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) ? !Array.isArray(other) : !isPlain(one) || !isPlain(other)) return false;
  const [left, right] = [one, other].map((each) => Object.entries(each as object));
  return (
    left?.length === right?.length &&
    left?.every(([name, value]) => isSame(value, (other as Query)[name])) === true
  );
}

function freeze(value: unknown): void {
  if (!(Array.isArray(value) || isPlain(value)) || Object.isFrozen(value)) return;
  Object.values(Object.freeze(value)).forEach(freeze);
}
