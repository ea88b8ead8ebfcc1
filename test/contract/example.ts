import type { FormName } from '../../rest/form-name.ts';
import type { Client, Reply } from '../support/clients.ts';
import type { Scene } from './scene.ts';

/** Who calls, and in which form the store answers him. */
export interface Caller {
  readonly form: FormName;
  /** A client for somebody's key, in the form of the example. */
  readonly as: (account: { readonly key: string }) => Client;
}

type PerForm<Value> = Value | Readonly<Record<FormName, Value>>;

interface ExampleParts<Given> {
  /** What a client could say of the endpoint. */
  readonly title: string;
  /** What is there before the request. */
  readonly given: (scene: Scene, caller: Caller) => Promise<Given>;
  readonly request: (given: Given, caller: Caller) => Promise<Reply>;
  readonly status: PerForm<number>;
  /** The whole body; undefined means that there is none. */
  readonly body: (given: Given, caller: Caller) => unknown;
  /** Headers beside those of every answer, by lower-case name. */
  readonly headers?: (given: Given, caller: Caller) => Readonly<Record<string, unknown>>;
  /** What is sent does not fit the reference, and is meant to. */
  readonly misfits?: true;
}

/** An example of one endpoint in one form; a refused one leaves the database as it was. */
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
  /** Whether what is sent does not fit the reference, as a validating proxy would find. */
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
    // What one part gives, the others of the same example take.
    request: (known, caller) => request(known as Given, caller),
    body: (known, caller) => body(known as Given, caller),
    headers: (known, caller) => headers(known as Given, caller),
    status: typeof status === 'number' ? status : status[form],
  }));
}

/** An endpoint doing what it is for, in both forms. */
export const accepted = <Given>(route: string, parts: ExampleParts<Given>): Example[] =>
  examples('accepted', route, parts);

/** An endpoint saying no, in both forms; nothing is changed. */
export const refused = <Given>(route: string, parts: ExampleParts<Given>): Example[] =>
  examples('refused', route, parts);
