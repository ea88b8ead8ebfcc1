import type { RawRequest } from '../raw-request.ts';

/** What the cases are about: records that exist, and how to call. */
export interface Ground {
  /** Header lines of the two forms. */
  readonly newer: string;
  readonly older: string;
  readonly order: string;
  readonly token: string;
  readonly variantId: number;
}

/** A request made by hand, and the statuses one of which has to come back. */
export type Row = readonly [title: string, statuses: readonly number[], request: RawRequest];

export const json = 'Content-Type: application/json';
export const form = 'Content-Type: application/x-www-form-urlencoded';

export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
