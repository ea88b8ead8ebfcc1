import { GraphQLBoolean, GraphQLInt, type GraphQLLeafType, GraphQLString } from 'graphql';
import { nameOf, recordMaker } from '../../prisma/fast-path/record.ts';
import type { Path } from './collected-errors.ts';
import type { Column, ReadField } from './field.ts';
import { atOnce } from './pace.ts';
import { isPromise, type Run, type ShownRows } from './run.ts';
import { tooManyValues } from './shown-values.ts';

/**
 * Returns an object as the response shows it; a promise if one of its fields is one.
 * Throws if a field may not be null but is.
 */
type ReadObject = (source: unknown, path: Path | undefined, run: Run) => unknown;

export interface Fields {
  readonly count: number;
  readonly read: ReadObject;
  /** Several positions of the operation select exactly these fields, of rows that one query loads. */
  isShared: boolean;
}

/** A field by its key in the response. */
export type NamedRead = readonly [string, ReadField];

/** The fields in the order of the response. */
export const fieldsOf = (selection: readonly NamedRead[]): Fields => ({
  count: selection.length,
  read: objectReader(selection),
  isShared: false,
});

/**
 * Fields of which each waits for the one before: those of a mutation. Each was done, so each is bounded for itself, and
 * tells its errors whatever another would show.
 */
export function fieldsInTurn(selection: readonly NamedRead[]): Fields {
  const makeRecord = recordMaker(selection.map(([key]) => ({ key })));
  const read: ReadObject = async (source, path, run) => {
    const values: unknown[] = [];
    for (const [key, readField] of selection) {
      const own = { ...run, values: run.values.part(selection.length) };
      const value = await readField(source, path, own);
      const { areTooMany } = own.values;
      if (areTooMany) run.errors.add(tooManyValues(key), { prev: path, key, typename: undefined });
      values.push(areTooMany ? null : value);
    }
    return makeRecord(values);
  };
  return { count: selection.length, read, isShared: false };
}

/** Reads fields of an object one after the other. */
function readEach(
  reads: readonly ReadField[],
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown[] | Promise<unknown[]> {
  const values = new Array<unknown>(reads.length);
  let isAwaited = false;
  try {
    for (let place = 0; place < reads.length; place += 1) {
      const value = (reads[place] as ReadField)(source, path, run);
      values[place] = value;
      isAwaited ||= isPromise(value);
    }
  } catch (error) {
    if (!isAwaited) throw error;
    // other fields may reject too, and nobody else would handle that
    return Promise.all(values).finally(() => {
      throw error;
    });
  }
  return isAwaited ? Promise.all(values) : values;
}

/** Reads every field as graphql-js would. */
function plainReader(selection: readonly NamedRead[]): ReadObject {
  const reads = selection.map(([, read]) => read);
  const makeRecord = recordMaker(selection.map(([key]) => ({ key })));
  return (source, path, run) => {
    const values = readEach(reads, source, path, run);
    return isPromise(values) ? values.then(makeRecord) : makeRecord(values);
  };
}

/** Types whose values are shown as they are, and the JavaScript that tells these from others. */
const shownAsIs = new Map<GraphQLLeafType, (value: string) => string>([
  [GraphQLString, (value) => `typeof ${value} === 'string'`],
  [GraphQLBoolean, (value) => `typeof ${value} === 'boolean'`],
  [GraphQLInt, (value) => `(${value} | 0) === ${value}`],
]);

/** JavaScript that is true of more than a value: a promise, a method, an error, or nothing at all. */
const isOdd = (value: string): string =>
  `${value} === null || ${value} === undefined || typeof ${value} === 'function' || (typeof ${value} === 'object' && (typeof ${value}.then === 'function' || ${value} instanceof Error))`;

/** JavaScript that reads a column into `value`, or breaks off reading columns. */
function sourceOf({ name, type, isStrict }: Column, value: string, typeName: string): string {
  const shown = [shownAsIs.get(type)?.(value), isStrict ? undefined : `${value} === null`];
  const isShown = shown.filter((test) => test !== undefined).join(' || ') || 'false';
  const leaveIf = (test: string): string => `if (${test}) break columns;`;
  return `${value} = source[${JSON.stringify(name)}];
      if (!(${isShown})) {
        ${leaveIf(isOdd(value))}
        ${value} = ${typeName}.serialize(${value});
        ${leaveIf(`${value} === null || ${value} === undefined`)}
      }`;
}

/**
 * Compiles the reading of an object from source. Most of a response are columns: those are read by their names, one
 * after the other, without a call or a path for each, in half the time of a loop over closures. Whatever is no plain
 * value, and every error, is left to the plain reader before a resolver is called. The source holds nothing but names,
 * as JSON strings. Decision: Q60.
 */
function objectReader(selection: readonly NamedRead[]): ReadObject {
  const plain = plainReader(selection);
  const columns = selection.flatMap(([, { column }], place) =>
    column ? [{ column, value: `v${String(place)}`, type: `t${String(place)}` }] : [],
  );
  if (columns.length === 0) return plain;
  const others = selection.flatMap(([, read]) => (read.column ? [] : [read]));
  let other = 0;
  const entries = selection.map(([key, { column }], place) => {
    const value = column ? `v${String(place)}` : `values[${String(other++)}]`;
    return `${nameOf(key)}: ${value}`;
  });
  const record = `({ ${entries.join(', ')} })`;
  const source = `return (source, path, run) => {
    columns: if (typeof source === 'object' && source !== null) {
      let ${columns.map(({ value }) => value).join(', ')};
      try {
        ${columns.map(({ column, value, type }) => sourceOf(column, value, type)).join('\n        ')}
      } catch {
        break columns;
      }
      ${
        others.length === 0
          ? `return ${record};`
          : `const values = readEach(others, source, path, run);
      return isPromise(values) ? values.then((values) => ${record}) : ${record};`
      }
    }
    return plain(source, path, run);
  };`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- holds nothing but quoted names
  const link = new Function(
    'plain',
    'others',
    'readEach',
    'isPromise',
    ...columns.map(({ type }) => type),
    source,
  ) as (...given: readonly unknown[]) => ReadObject;
  return link(plain, others, readEach, isPromise, ...columns.map(({ column }) => column.type));
}

/**
 * Reads the fields of a row that may occur at several positions in the response once for all of them. A row
 * with an error is read again at each position, because the error contains the path.
 */
export function readOnce(
  fields: Fields,
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const shown: ShownRows = run.shown.get(fields) ?? (new Map() as ShownRows);
  run.shown.set(fields, shown);
  const known = shown.get(source);
  if (known !== undefined) {
    run.values.note(known.values);
    return known.value;
  }
  const { met } = run.errors;
  const before = run.values.count;
  run.values.note(fields.count);
  // at once: a promise would not be shown again
  const value = fields.read(source, path, { ...run, pace: atOnce });
  if (!isPromise(value) && run.errors.met === met) {
    shown.set(source, { value, values: run.values.count - before });
  }
  return value;
}
