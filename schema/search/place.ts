import type { ReadingDirection } from './order.ts';

/** The arguments of a list that say which part of it is requested. */
export interface PlaceRequest {
  readonly page?: number | null | undefined;
  readonly perPage?: number | null | undefined;
}

/** The requested part of a list. */
export interface Place {
  /** The number of the page, from 1. */
  readonly page: number;
  /** Maximum number of records. */
  readonly size: number;
  /** Rows skipped before them. */
  readonly offset: number;
  /** Whether the rows are read from the end of the list. */
  readonly reading: ReadingDirection;
  /** Whether a cursor limits the rows, so that they do not tell how many there are. */
  readonly isBounded: boolean;
}

const defaultPerPage = 25;
const maximumPerPage = 500;
const maximumPage = 2_147_483_647;

/** The effective page size: 25 for none, zero and less, at most 500. Decision: S29. */
const boundPerPage = (perPage: number | null | undefined): number =>
  perPage == null || perPage < 1 ? defaultPerPage : Math.min(perPage, maximumPerPage);

const boundPage = (page: number | null | undefined): number =>
  page == null || page < 1 ? 1 : Math.min(page, maximumPage);

/** The requested part of a list. Decision: S29. */
export function readPlace(request: PlaceRequest): Place {
  const page = boundPage(request.page);
  const size = boundPerPage(request.perPage);
  return { page, size, offset: (page - 1) * size, reading: 'forwards', isBounded: false };
}
