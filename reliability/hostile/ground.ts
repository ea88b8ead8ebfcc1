import type { RawRequest } from '../raw-request.ts';

/** What the cases use: existing records, and credentials. */
export interface Ground {
  /** Header lines of the two formats. */
  readonly newer: string;
  readonly older: string;
  readonly order: string;
  readonly token: string;
  readonly variantId: number;
}

/** A handwritten request, and the statuses of which one must be returned. */
export type Row = readonly [title: string, statuses: readonly number[], request: RawRequest];

export const json = 'Content-Type: application/json';
export const form = 'Content-Type: application/x-www-form-urlencoded';

export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
