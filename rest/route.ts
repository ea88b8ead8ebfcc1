import type { DocumentNode } from 'graphql';
import type { Form, Page } from './forms/form.ts';
import type { TadaDocumentNode } from './graphql.ts';
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
  /** The name of the event that was sent; null unless it is a single text. Decision: A31. */
  readonly event: string | null;
  /** The attributes to write, in REST names; empty if the route writes none. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Filter, sort and page of a list; empty for other routes. */
  readonly search: Partial<SearchVariables>;
  readonly form: Form;
}

/** Variables as they were sent: every one that the operation declares, not yet converted. */
type Sent<Variables> = { readonly [Name in keyof Variables]: unknown };

interface Asking<Variables> {
  readonly operation: TadaDocumentNode<unknown, Variables>;
  readonly variables: (call: Call) => Sent<Variables>;
}

/** What a route writes. */
interface Writing {
  /** The key that attributes may be wrapped in. Decision: F9. */
  readonly resource: string;
  /** What is also read beside that key. */
  readonly beside?: readonly string[];
  /**
   * Fails for callers who may not write, without writing: run when attributes do not even have the right type,
   * because missing permissions and records are reported first. `itself`: the operation without attributes
   * changes nothing.
   * Decision: A24.
   */
  readonly rights: 'itself' | Probe;
  /** Callers without these permissions may call the route, but their attributes are ignored. Decision: F34. */
  readonly unheard?: 'ignored';
}

/**
 * An operation that fails for callers without the permission, or if a record is missing, and changes nothing.
 * `unread` decides from its result whether the attributes of the write are ignored.
 */
export interface Probe {
  readonly operation: DocumentNode;
  readonly variables: (call: Call) => Readonly<Record<string, unknown>>;
  readonly unread?: (data: unknown) => boolean;
}

/**
 * The result of an operation without errors: a nullable root field is null only together with an error.
 * Decision: A46.
 */
type Answered<Data> = { readonly [Field in keyof Data]: Done<NonNullable<Data[Field]>> };

/** The payload of a mutation without user errors has its records. Decision: V1. */
type Done<Value> = Value extends { readonly userErrors: unknown }
  ? { readonly [Name in keyof Value]: NonNullable<Value[Name]> }
  : Value;

interface ProbeRow<Data, Variables> {
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly variables: (call: Call) => Sent<Variables>;
  readonly unread?: (data: Answered<Data>) => boolean;
}

export const probe = <Data, Variables>({
  operation,
  variables,
  unread,
}: ProbeRow<Data, Variables>): Probe => ({
  operation,
  variables,
  // The document is typed by the schema that it is validated against at start.
  ...(unread && { unread: (data) => unread(data as Answered<Data>) }),
});

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
}

/** One endpoint of the contract: a method, a path, its operation and how to present the result. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Its description in the reference, if that of the operation's field does not fit. */
  readonly says: string | undefined;
  readonly operation: DocumentNode;
  readonly variables: (call: Call) => Readonly<Record<string, unknown>>;
  readonly writes: Writing | undefined;
  readonly status: 200 | 201 | 204;
  /**
   * The status of invalid data, if it is not the format's: routes other than create and update have their own.
   * Decision: A33.
   */
  readonly invalid: 422 | undefined;
  /** Which type of list it is, if any. */
  readonly list: 'page' | 'array' | undefined;
  /** Default sort order in the older format. Decision: S28. */
  readonly olderSort: readonly SortKey[] | undefined;
  /** Default page size, if the format does not decide it. */
  readonly perPage: number | undefined;
  /** Whether it is a short list that is always complete. */
  readonly isWhole: boolean;
  /** Whether it returns one record, which has an ETag. */
  readonly isRecord: boolean;
  /** Where the record is read whose ETag guards the write, if it is not on the path. Decision: L9. */
  readonly recordAt: string | undefined;
  readonly show: (data: unknown, call: Call) => Shown;
}

interface ReadRow<Data, Variables, Value> extends Asking<Variables> {
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly from: (data: Answered<Data>) => Value;
  readonly sign: Sign<Value>;
  readonly says?: string;
  readonly olderSort?: readonly SortKey[];
  readonly perPage?: number;
}

interface WriteRow<Data, Variables, Value> extends ReadRow<Data, Variables, Value> {
  readonly writes?: Writing;
  readonly status?: 200 | 201;
  readonly invalid?: 422;
  readonly location?: (value: Value, call: Call) => string;
  readonly recordAt?: string;
}

const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'totalCount' in value;

/** The numbers of a list that headers contain. */
function pageOf(value: unknown, kind: Sign<unknown>['kind']): Page<unknown> | undefined {
  if (kind === 'whole') return onePage(value as readonly unknown[]);
  return (kind === 'page' || kind === 'array') && isPage(value) ? value : undefined;
}

/** What the stamp of a record is made of. */
export const stampFields = ['updatedAt', 'lockVersion'];

/** Empty for records that never change, such as countries. */
function stampOf(value: unknown): string {
  if (!isObject(value) || typeof value.updatedAt !== 'string') return '';
  const { updatedAt, lockVersion } = value;
  return typeof lockVersion === 'number' ? `${updatedAt} ${String(lockVersion)}` : updatedAt;
}

/** Writes take the `lock_version` that was sent, if their operation does. Decision: F15. */
const withVersion =
  (variables: Route['variables']): Route['variables'] =>
  (call) => ({ ifVersion: call.attributes.lock_version, ...variables(call) });

function route<Data, Variables, Value>(
  method: Route['method'],
  path: string,
  row: WriteRow<Data, Variables, Value>,
  status: Route['status'],
): Route {
  const { kind } = row.sign;
  const list = kind === 'page' || kind === 'array' ? kind : undefined;
  return {
    method,
    path,
    says: row.says,
    operation: row.operation,
    variables: row.writes ? withVersion(row.variables) : row.variables,
    writes: row.writes,
    status,
    invalid: row.writes ? row.invalid : 422,
    list,
    olderSort: row.olderSort,
    perPage: row.perPage,
    isWhole: kind === 'whole',
    isRecord: kind === 'record',
    recordAt: row.recordAt,
    show: (data, call) => {
      // The document is typed by the schema that it is validated against at start.
      const value = row.from(data as Answered<Data>);
      return {
        body: row.sign.show(value, call.form),
        stamp: kind === 'record' ? stampOf(value) : undefined,
        page: pageOf(value, kind),
        location: row.location?.(value, call),
      };
    },
  };
}

export const get = <Data, Variables, Value>(
  path: string,
  row: ReadRow<Data, Variables, Value>,
): Route => route('GET', path, row, 200);

/** Creates a record: 201. */
export const post = <Data, Variables, Value>(
  path: string,
  row: WriteRow<Data, Variables, Value>,
): Route => route('POST', path, row, 201);

/** Updates a record or fires an event on it: 200 unless the row says otherwise. */
export const put = <Data, Variables, Value>(
  path: string,
  row: WriteRow<Data, Variables, Value>,
): Route => route('PUT', path, row, row.status ?? 200);

const nothing = bare(() => undefined);

/** Deletes a record: 204. */
export const del = <Data, Variables>(
  path: string,
  row: Pick<ReadRow<Data, Variables, undefined>, 'operation' | 'variables'>,
): Route => route('DELETE', path, { ...row, from: () => undefined, sign: nothing }, 204);
