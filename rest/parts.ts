import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { ParameterizedContext } from 'koa';
import type { GivenAnswer, KeptAnswer, KeyedRequest } from './answer/repetition.ts';

/** What the gateway records of a request before REST sees it. */
export interface RestState {
  /** Also in the response header X-Request-Id. */
  requestId: string;
  credentials: { key: string | null; orderToken: string | null };
  /** Asks for the body, before it is read; absent once it is asked for, and if the client sends it anyway. */
  askForBody?: () => void;
  /** The hundreds of bytes and the values of the body as far as it was read, and many parameters: for the cost. */
  bodySize?: number;
  /** The pattern of the route table, recorded for logs and metrics. */
  route?: string;
  /**
   * Takes the caller's points for a response that is still being read while it is sent: `times` as much again
   * as the latest operation has cost. Returns why the response is refused; absent if nothing is counted.
   */
  payAhead?: (times: number) => Promise<GraphQLError | undefined>;
  /** The body is a file that is in memory once for everybody. */
  isFile?: boolean;
  /**
   * Sets the bytes that the response holds beside what its stream buffers. While it is sent: false, and not set, if
   * there is no room for more.
   */
  hold?: (bytes: number) => boolean;
  /** Characters in the result of the latest operation. */
  readCharacters?: number;
  /** Resolves in a turn of the event loop of its own. */
  ownTurn?: () => Promise<void>;
  /** Other callers use the process too: then the statements of a request run one after the other. */
  isShared?: boolean;
}

export type RestContext = ParameterizedContext<RestState>;

/** What is asked of the gateway is asked for a request. */
type Requested = Pick<RestContext, 'state'>;

/**
 * How the work of a write ended: `done` keeps its changes and the response, `refused` only what a refused
 * operation leaves, `undone` nothing.
 */
export interface Ended {
  readonly answer: GivenAnswer;
  readonly ending: 'done' | 'refused' | 'undone';
}

export interface RestParts {
  readonly schema: GraphQLSchema;
  /**
   * Why the caller may not send this request; empty if it may. Checked before the body is read. `tokenOpens` says
   * whether an order token is accepted for the path.
   */
  readonly admit: (ctx: Requested, tokenOpens: boolean) => Promise<readonly GraphQLError[]>;
  /** Runs an operation in process. The errors of the result may be shown to the client. */
  readonly execute: (
    ctx: Requested,
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
  ) => Promise<ExecutionResult>;
  /**
   * Runs the operations of a write as one transaction, and with a key only once: returns how it ended, or the stored
   * response of an earlier request. The work may be run several times; its last end counts. A `repeatable` one reads a
   * single snapshot, and writes nothing that was changed since.
   */
  readonly inUnit: <End extends Ended>(
    ctx: Requested,
    options: { readonly once: KeyedRequest | null; readonly repeatable: boolean },
    work: () => Promise<End>,
  ) => Promise<
    | { readonly ended: End }
    | { readonly kept: KeptAnswer }
    | { readonly errors: readonly GraphQLError[] }
  >;
  /** The beginning of absolute URLs; null: where the request was sent to. */
  readonly publicUrl: string | null;
  /** IANA zone of the times in the older format. */
  readonly timeZone: string;
  /** Decimals of the store's currency. */
  readonly moneyDecimals: number;
  /** Maximum number of records in a list without pages. */
  readonly olderListLimit: number;
  /** Version of the program, for the API reference. */
  readonly version: string;
}
