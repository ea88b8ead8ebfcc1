import type { Failure, FailureKind } from '../failures.ts';
import type { FormName } from '../form-name.ts';
import type { SortKey } from '../search/sort.ts';

/** The numbers of one page of a list, as the schema returns them. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly count: number;
  readonly totalCount: number;
  readonly pages: number;
  readonly currentPage: number;
  readonly perPage: number;
}

/** The names of a resource on the wire. */
export interface ResourceKeys {
  readonly singular: string;
  readonly plural: string;
}

/** Status and body of a failure. The body never names internals. */
export type FailureRow = readonly [
  status: number,
  body: (failure: Failure) => Readonly<Record<string, unknown>>,
];

/** Turns a record of the schema into its wire form. */
export type Present<Parts> = (parts: Parts, form: Form) => Readonly<Record<string, unknown>>;

/**
 * How one of the contract's two forms spells what the schema says.
 * Contract: Versioning. Decision: F2, F20.
 */
export interface Form {
  readonly name: FormName;
  /** How paths end in the API reference of this format; requests may end either way. Decision: O20. */
  readonly suffix: '' | '.json';
  /** The zone that times without one are read in. Decision: S18. */
  readonly timeZone: string;
  /** From exact decimal text. Decision: R1. */
  readonly money: (decimal: string) => string | number;
  /** From UTC with milliseconds. Decision: R4. */
  readonly time: (iso: string) => string;
  /** From the stored word. Decision: G8. */
  readonly orderState: (state: string) => string;
  /** A record: bare or under its singular key. Decision: F20. */
  readonly one: (key: string, record: unknown) => unknown;
  /** A list: a page object or a bare array of wrapped records. Decision: F20. */
  readonly page: <Parts>(
    keys: ResourceKeys,
    page: Page<Parts>,
    present: Present<Parts>,
    /** What else a page object contains. */
    beside?: Readonly<Record<string, unknown>>,
  ) => unknown;
  /** How many records a page of that sign holds when the request does not say. Decision: S29. */
  readonly perPage: Readonly<Record<'page' | 'array', number>>;
  /** Whether a list holds every match when the request names neither `page` nor `per_page`. Decision: O1. */
  readonly listsWhole: boolean;
  /** The order of a list when the request names none; undefined leaves it to the schema. Decision: S28. */
  readonly defaultSort: (older: readonly SortKey[]) => readonly SortKey[] | undefined;
  /** Whether a variant that is already in the order joins its line. Decision: G11, T43. */
  readonly mergesLines: boolean;
  readonly failures: Readonly<Record<FailureKind, FailureRow>>;
}
