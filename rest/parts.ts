import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { ParameterizedContext } from 'koa';
import type { KeptAnswer, KeyedRequest } from './repetition.ts';

/** What the gateway notes of a request before REST sees it. */
export interface RestState {
  requestId: string;
  credentials: { key: string | null; orderToken: string | null };
  /** Seconds for which the caller's address may present no further token. */
  blockedSeconds?: number;
  /** The pattern of the route table, noted for logs and figures. */
  route?: string;
}

export type RestContext = ParameterizedContext<RestState>;

/** Runs an operation in process. The errors of the result may be told to the client. */
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
  readonly answer: KeptAnswer;
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

/** What the floor is made of. */
export interface RestParts {
  readonly schema: GraphQLSchema;
  readonly execute: Execute;
  readonly inUnit: InUnit;
  /** What absolute addresses begin with; null: what the request was sent to. */
  readonly publicUrl: string | null;
  /** IANA zone of the times in the older form. */
  readonly timeZone: string;
}
