import type { SortKey } from '../search/sort.ts';

/** Default orders of the older format. Decision: S28. */
export const youngestFirst: readonly SortKey[] = [
  { field: 'CREATED_AT', direction: 'DESC' },
  { field: 'ID', direction: 'DESC' },
];

export const byId: readonly SortKey[] = [{ field: 'ID', direction: 'ASC' }];
