import type { FormName } from '../request/form-name.ts';
import type { SortKey } from '../search/sort.ts';
import type { FailureKind, FailureRow } from './fixed-failures.ts';

/** The numbers of one page of a list, as the schema returns them. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly count: number;
  readonly totalCount: number;
  readonly pages: number;
  /** Never null in REST, which requests pages by number. */
  readonly currentPage: number | null;
  readonly perPage: number;
}

export interface ResourceKeys {
  readonly singular: string;
  readonly plural: string;
}

/** Converts a record of the schema to its REST format. */
export type Present<Parts> = (parts: Parts, form: Form) => Readonly<Record<string, unknown>>;

/** How one of the contract's two formats writes the schema's values. Contract: Versioning. */
export interface Form {
  readonly name: FormName;
  /** How paths end in the API reference of this format; requests may end either way. */
  readonly suffix: '' | '.json';
  /** The time zone of times without one. */
  readonly timeZone: string;
  /** From exact decimal text. */
  readonly money: (decimal: string) => string | number;
  /** From UTC with milliseconds. */
  readonly time: (iso: string) => string;
  /** From the stored state. Decision: T5. */
  readonly orderState: (state: string) => string;
  /** A record: bare or under its singular key. */
  readonly one: (key: string, record: unknown) => unknown;
  /** A list: a page object or a bare array of wrapped records. */
  readonly page: <Parts>(
    keys: ResourceKeys,
    page: Page<Parts>,
    present: Present<Parts>,
    /** What else a page object contains. */
    beside?: Readonly<Record<string, unknown>>,
  ) => unknown;
  /** Default page size of a list with that sign. */
  readonly perPage: Readonly<Record<'page' | 'array', number>>;
  /** Whether a list contains every match if the request has neither `page` nor `per_page`. Decision: O1. */
  readonly listsWhole: boolean;
  /** Default sort order of a list; undefined means the schema's. */
  readonly defaultSort: (older: readonly SortKey[]) => readonly SortKey[] | undefined;
  /** Whether adding a variant that is already in the order increases its line item. Decision: T43. */
  readonly mergesLines: boolean;
  readonly failures: Readonly<Record<FailureKind, FailureRow>>;
}
