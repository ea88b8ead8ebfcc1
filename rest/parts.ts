import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { ParameterizedContext } from 'koa';
import type { GivenAnswer, KeptAnswer, KeyedRequest } from './repetition.ts';

/** What the gateway notes of a request before REST sees it. */
export interface RestState {
  requestId: string;
  credentials: { key: string | null; orderToken: string | null };
  /** The pattern of the route table, noted for logs and metrics. */
  route?: string;
  /**
   * Takes the caller's points for an answer that is read on while it is sent: `times` as much again as the
   * request has cost so far. Gives why the answer is refused; absent where nothing is counted.
   */
  payAhead?: (times: number) => Promise<GraphQLError | undefined>;
}

export type RestContext = ParameterizedContext<RestState>;

/**
 * Why the caller may not send this request; empty if it may. Checked before the body is read.
 * `tokenOpens` says whether an order token works for the path.
 */
type Admit = (ctx: RestContext, tokenOpens: boolean) => Promise<readonly GraphQLError[]>;

/** Runs an operation in process. The errors of the result may be shown to the client. */
type Execute = (
  ctx: RestContext,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
) => Promise<ExecutionResult>;

/**
 * How the work on a write ended: `done` keeps what it did and its answer, `refused` only what a
 * refused operation leaves, `undone` nothing.
 */
export interface Ended {
  readonly answer: GivenAnswer;
  readonly ending: 'done' | 'refused' | 'undone';
}

/**
 * Carries out the operations of a write as one transaction, and under a key only once. The work may
 * be run several times; what it answered last counts. A `repeatable` one reads one moment only, and
 * writes nothing that was changed since.
 */
type InUnit = (
  ctx: RestContext,
  options: { readonly once: KeyedRequest | null; readonly repeatable: boolean },
  work: () => Promise<Ended>,
) => Promise<
  | { readonly answer: KeptAnswer; readonly replayed: boolean }
  | { readonly errors: readonly GraphQLError[] }
>;

/** The functions that the layer is built from. */
export interface RestParts {
  readonly schema: GraphQLSchema;
  readonly admit: Admit;
  readonly execute: Execute;
  readonly inUnit: InUnit;
  /** What absolute addresses begin with; null: what the request was sent to. */
  readonly publicUrl: string | null;
  /** IANA zone of the times in the older format. */
  readonly timeZone: string;
  /** How many records a list without pages holds at most. Decision: O1. */
  readonly olderListLimit: number;
  /** Of the program, as the API reference tells it. */
  readonly version: string;
}
