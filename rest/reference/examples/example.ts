/**
 * A request as the reference shows it. Every one is sent to the sample store by a test, and its answer is
 * what `answers.json` holds.
 */
export interface ExampleRequest {
  /** The id of an operation that is sent first, to the same path. */
  readonly after?: string;
  /** What it shows, in a few words. */
  readonly says: string;
  /** Sent without a key. */
  readonly anonymous?: true;
  /** Values for the parts of the path, where they are not the usual ones of `usualParts`. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Conditions of a search, by what they find. */
export type SearchExamples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The examples of one operation; what is not written follows from its path. */
export interface OperationExamples {
  readonly accepted?: ExampleRequest;
  readonly refused?: ExampleRequest;
  /** Of lists: the conditions of `q` and of `search`. */
  readonly q?: SearchExamples;
  readonly search?: SearchExamples;
}

/** Examples by the id of the operation. */
export type ExampleTable = Readonly<Record<string, OperationExamples>>;
