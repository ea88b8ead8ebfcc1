import type { ArgBuilder, ObjectFieldBuilder } from '@pothos/core';
import type { builder } from '../builder.ts';
import type { Page } from './page.ts';
import type { searchable } from './searchable.ts';

type Types = typeof builder.$inferSchemaTypes;

/** The figures every page carries beside its nodes. Decision: S30, S33. */
export const pageFigures = (t: ObjectFieldBuilder<Types, Page>) => ({
  count: t.int({
    description: 'How many records are on this page.',
    resolve: async (page) => (await page.ids()).length,
  }),
  totalCount: t.int({
    description: 'How many records match in all.',
    resolve: (page) => page.total(),
  }),
  pages: t.int({
    description: 'How many pages there are; 0 when nothing matches.',
    resolve: async (page) => Math.ceil((await page.total()) / page.perPage),
  }),
  currentPage: t.int({ description: 'The page served.', resolve: ({ page }) => page }),
  perPage: t.int({
    description: 'How many records a page holds at most.',
    resolve: ({ perPage }) => perPage,
  }),
});

/** Which part of a list is asked for. Decision: S29, S33. */
export const placeArguments = (t: ArgBuilder<Types>) => ({
  page: t.int({ defaultValue: 1, description: 'Which page, from 1.' }),
  perPage: t.int({ defaultValue: 25, description: 'How many records a page holds, 1 to 500.' }),
});

/** The arguments every list takes. `perPage` is kept between 1 and 500. Decision: S29, S33. */
export const pageArguments = (t: ArgBuilder<Types>, search: ReturnType<typeof searchable>) => ({
  filter: t({ type: search.filter, description: 'Which records; all when it is not sent.' }),
  sort: t({
    type: [search.sort],
    description: 'By what they are sorted, the weightiest first; the id decides among equals.',
  }),
  ...placeArguments(t),
});
