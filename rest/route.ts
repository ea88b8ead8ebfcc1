import type { DocumentNode } from 'graphql';
import type { Form, Page } from './forms/form.ts';
import { readerOf, type TadaDocumentNode, type ValueOf } from './graphql.ts';
import { onePage } from './answer/pages.ts';
import type { SearchVariables } from './search/search.ts';
import type { SortKey } from './search/sort.ts';
import { bare, type Sign } from './answer/signs.ts';
import { isObject } from './words/texts.ts';

/** What a route builds its variables from. */
export interface Call {
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The name of the event that was sent; null unless it is a single text. */
  readonly event: string | null;
  /** The attributes to write, in REST names; empty if the route writes none. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Filter, sort and page of a list; empty for other routes. */
  readonly search: Partial<SearchVariables>;
  readonly form: Form;
}

/** What a route writes; `Variables` are those of its operation. */
interface Writing<Variables = Readonly<Record<string, unknown>>> {
  /** The key that attributes may be wrapped in. */
  readonly resource: string;
  /** What is also read beside that key. */
  readonly beside?: readonly string[];
  /**
   * Variables in place of attributes that do not even have the right type: with them the operation is refused, whoever
   * calls it. It is run so because missing permissions and records, and a record that was changed, are reported first.
   * Absent if the operation without attributes changes nothing.
   */
  readonly instead?: { readonly [Name in keyof Variables]?: unknown };
  /** Whether what is no record under the key of the resource is ignored, as any other parameter. Decision: F36. */
  readonly ignoresOther?: true;
  /**
   * Attributes are ignored that the caller may not write, or that a completed order is sent: then `instead` is ignored
   * too, and what the operation does is the response. The attribute that `instead` has: it is invalid unless ignored.
   * Decision: F34, T25.
   */
  readonly mayIgnore?: string;
}

/**
 * A `lock_version` that no record has: in place of one that cannot be read, and where a write is to be refused after all that
 * is told first.
 */
export const noVersion = -1;

/** An operation, and what it is called with. */
export interface Asking {
  readonly operation: DocumentNode;
  readonly variables: (call: Call) => Readonly<Record<string, unknown>>;
}

/** An operation, and how its variables are filled: with what was sent, not yet converted. */
interface AskingRow<Data, Variables> {
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly variables: (call: Call) => { readonly [Name in keyof Variables]: unknown };
}

/** The presented result of an operation, ready to send. */
export interface Shown {
  readonly body: unknown;
  /**
   * Changes with each change of the record: the time of its last change and, if counted, its version; undefined
   * for what is no record.
   */
  readonly stamp: string | undefined;
  readonly page: Page<unknown> | undefined;
  /** The canonical path of a created record. */
  readonly location: string | undefined;
  /** The path of a written record that stays, if its others may change. */
  readonly lastingPath: string | undefined;
}

/** What the row of a route that reads may add. */
interface ReadOptions {
  /** Its description in the reference, if that of the operation's field does not fit. */
  readonly says?: string;
  readonly olderSort?: readonly SortKey[];
  /** Default page size, if the format does not decide it. */
  readonly perPage?: number;
}

/** What the row of a route that writes may add. */
interface WriteOptions<Variables> extends ReadOptions {
  readonly writes?: Writing<Variables>;
  /** Where the record is read whose ETag guards the write, if it is not on the path. */
  readonly recordAt?: string;
}

/** One endpoint of the contract: a method, a path, its operation and how to present the result. */
export interface Route extends Asking, WriteOptions<Readonly<Record<string, unknown>>> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 204;
  /** The status of invalid data, if it is not the format's: routes other than create and update have their own. */
  readonly invalid: 422 | undefined;
  /** Which type of list it is, if any. */
  readonly list: 'page' | 'array' | undefined;
  /** Whether it is a short list that is always complete. */
  readonly isWhole: boolean;
  /** Whether it returns one record, which has an ETag. */
  readonly isRecord: boolean;
  /** Whether it returns the path of the record that it created. */
  readonly hasLocation: boolean;
  /** What it can show, of records that have keys but no values. */
  readonly outlines: (form: Form) => readonly unknown[];
  readonly show: (data: unknown, call: Call) => Shown;
}

/** Whether it returns a list, with a search or without one. */
export const isList = ({ list, isWhole }: Route): boolean => list !== undefined || isWhole;

interface ReadRow<Data, Variables> extends AskingRow<Data, Variables>, ReadOptions {
  readonly sign: Sign<ValueOf<Data>>;
  /** A flag that a page object also contains; if it is undefined, it is left out. */
  readonly flag?: readonly [key: string, read: (data: Data) => boolean | undefined];
}

interface WriteRow<Data, Variables> extends ReadRow<Data, Variables>, WriteOptions<Variables> {
  readonly status?: 200 | 201;
  readonly invalid?: 422;
  readonly location?: (value: ValueOf<Data>) => string;
  readonly lastingPath?: (value: ValueOf<Data>) => string;
}

/** The numbers of a list that headers contain. */
function pageOf(value: unknown, kind: Sign<unknown>['kind']): Page<unknown> | undefined {
  if (kind === 'whole') return onePage(value as readonly unknown[]);
  return kind === 'page' || kind === 'array' ? (value as Page<unknown>) : undefined;
}

/** What the stamp of a record is made of. */
export const stampFields = ['updatedAt', 'lockVersion'];

/** Empty for records that never change, such as countries. */
function stampOf(value: unknown): string {
  if (!isObject(value) || typeof value.updatedAt !== 'string') return '';
  const { updatedAt, lockVersion } = value;
  return typeof lockVersion === 'number' ? `${updatedAt} ${String(lockVersion)}` : updatedAt;
}

/** Writes take the `lock_version` that was sent, if their operation does. */
const withVersion =
  (variables: Route['variables']): Route['variables'] =>
  (call) => ({ ifVersion: call.attributes.lock_version, ...variables(call) });

function route<Data, Variables>(
  method: Route['method'],
  path: string,
  { sign, flag, location, lastingPath, ...row }: WriteRow<Data, Variables>,
  status: Route['status'],
): Route {
  const { kind } = sign;
  const read = readerOf<Data>(row.operation);
  return {
    ...row,
    method,
    path,
    status,
    variables: row.writes ? withVersion(row.variables) : row.variables,
    invalid: row.writes ? row.invalid : 422,
    list: kind === 'page' || kind === 'array' ? kind : undefined,
    isWhole: kind === 'whole',
    isRecord: kind === 'record',
    hasLocation: location !== undefined,
    outlines: (form) =>
      [{}, flag ? { [flag[0]]: true } : {}].map((beside) => sign.outline(form, beside)),
    show: (data, { form }) => {
      const value = read(data);
      return {
        body: sign.show(value, form, flag && { [flag[0]]: flag[1](data as Data) }),
        stamp: kind === 'record' ? stampOf(value) : undefined,
        page: pageOf(value, kind),
        location: location?.(value),
        lastingPath: lastingPath?.(value),
      };
    },
  };
}

export const get = <Data, Variables>(path: string, row: ReadRow<Data, Variables>): Route =>
  route('GET', path, row, 200);

/** Creates a record: 201. */
export const post = <Data, Variables>(path: string, row: WriteRow<Data, Variables>): Route =>
  route('POST', path, row, 201);

/** Updates a record or fires an event on it: 200 unless the row says otherwise. */
export const put = <Data, Variables>(path: string, row: WriteRow<Data, Variables>): Route =>
  route('PUT', path, row, row.status ?? 200);

/** Deletes a record: 204. */
export const del = <Data, Variables>(path: string, row: AskingRow<Data, Variables>): Route =>
  route('DELETE', path, { ...row, sign: bare(undefined) }, 204);
