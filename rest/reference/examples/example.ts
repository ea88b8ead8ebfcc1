/** A request as the reference shows it. A test sends it to the sample store and compares the response. */
export interface ExampleRequest {
  /** Operation id of a request to send first, to the same path. */
  readonly after?: string;
  /** What it shows, in a few words. */
  readonly says: string;
  readonly anonymous?: true;
  /** Values for the path parameters that differ from the operation's. */
  readonly path?: PathValues;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export type PathValues = Readonly<Record<string, string | number>>;

/** Search conditions, keyed by what they find. */
type SearchExamples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The examples of one operation; what is left out follows from its path. */
export interface OperationExamples {
  /** Values for the path parameters that differ from `usualParts`. */
  readonly path?: PathValues;
  readonly accepted?: ExampleRequest;
  readonly refused?: ExampleRequest;
  /** For lists: the conditions of `q` and of `search`. */
  readonly q?: SearchExamples;
  readonly search?: SearchExamples;
}

/** A request with a body, and values for path parameters that differ from the operation's. */
export const sent = (
  says: string,
  body: ExampleRequest['body'] & object,
  path?: PathValues,
): ExampleRequest => ({ says, body, ...(path && { path }) });

/** The examples of an event: a record that takes it, and one that refuses it. */
export const event = (
  says: string,
  path: PathValues,
  because: string,
  refused: PathValues,
): OperationExamples => ({
  accepted: { says, path },
  refused: { says: because, path: refused },
});

export type ExampleTable = Readonly<Record<string, OperationExamples>>;
