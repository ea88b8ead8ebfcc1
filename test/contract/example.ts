import type { FormName } from '../../rest/request/form-name.ts';
import type { Client, Reply } from '../support/clients.ts';
import type { Scene } from './scene.ts';

/** Who sends the request, and in which format the store responds. */
export interface Caller {
  readonly form: FormName;
  /** A client with somebody's key, in the format of the example. */
  readonly as: (account: { readonly key: string }) => Client;
}

type PerForm<Value> = Value | Readonly<Record<FormName, Value>>;

interface ExampleParts<Given> {
  /** What a client could say about the endpoint. */
  readonly title: string;
  /** What exists before the request. */
  readonly given: (scene: Scene, caller: Caller) => Promise<Given>;
  readonly request: (given: Given, caller: Caller) => Promise<Reply>;
  readonly status: PerForm<number>;
  /** The whole body; undefined means that there is none. */
  readonly body: (given: Given, caller: Caller) => unknown;
  /** Headers beside those of every response, by lower-case name. */
  readonly headers?: (given: Given, caller: Caller) => Readonly<Record<string, unknown>>;
  /** The request does not match the reference, intentionally. */
  readonly misfits?: true;
}

/** An example of one endpoint in one format; a refused one leaves the database unchanged. */
export interface Example {
  /** Method and path of the route row. */
  readonly route: string;
  readonly outcome: 'accepted' | 'refused';
  readonly form: FormName;
  readonly title: string;
  readonly given: (scene: Scene, caller: Caller) => Promise<unknown>;
  readonly request: (given: unknown, caller: Caller) => Promise<Reply>;
  readonly status: number;
  readonly body: (given: unknown, caller: Caller) => unknown;
  readonly headers: (given: unknown, caller: Caller) => Readonly<Record<string, unknown>>;
  /** Whether the request does not match the reference, as a validating proxy would find. */
  readonly misfits: boolean;
}

const forms: readonly FormName[] = ['older', 'newer'];

function examples<Given>(
  outcome: Example['outcome'],
  route: string,
  parts: ExampleParts<Given>,
): Example[] {
  const { title, given, request, body, status, headers = () => ({}), misfits = false } = parts;
  return forms.map((form) => ({
    route,
    outcome,
    form,
    title,
    misfits,
    given,
    // All parts of the same example share one set of records.
    request: (known, caller) => request(known as Given, caller),
    body: (known, caller) => body(known as Given, caller),
    headers: (known, caller) => headers(known as Given, caller),
    status: typeof status === 'number' ? status : status[form],
  }));
}

/** A successful request, in both formats. */
export const accepted = <Given>(route: string, parts: ExampleParts<Given>): Example[] =>
  examples('accepted', route, parts);

/** A refused request, in both formats; nothing is changed. */
export const refused = <Given>(route: string, parts: ExampleParts<Given>): Example[] =>
  examples('refused', route, parts);
