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

/** The arguments every list takes. `perPage` is kept between 1 and 500. Decision: S29, S33. */
export const pageArguments = (t: ArgBuilder<Types>, search: ReturnType<typeof searchable>) => ({
  filter: t({ type: search.filter }),
  sort: t({ type: [search.sort] }),
  page: t.int({ defaultValue: 1 }),
  perPage: t.int({ defaultValue: 25 }),
});
