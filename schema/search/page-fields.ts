import type { ArgBuilder, ObjectFieldBuilder } from '@pothos/core';
import type { builder } from '../builder.ts';
import type { Page } from './page.ts';
import type { searchable } from './searchable.ts';

type Types = typeof builder.$inferSchemaTypes;

/** The numbers that every page has beside its nodes. Decision: S30, S33. */
export const pageFigures = (t: ObjectFieldBuilder<Types, Page>) => ({
  count: t.int({
    description: 'Number of records on this page.',
    resolve: async (page) => (await page.ids()).length,
  }),
  totalCount: t.int({
    description: 'Number of matching records on all pages.',
    resolve: (page) => page.total(),
  }),
  pages: t.int({
    description: 'Number of pages; 0 if nothing matches.',
    resolve: async (page) => Math.ceil((await page.total()) / page.perPage),
  }),
  ids: t.field({
    type: ['ID'],
    description:
      'Ids of the first `most` matching records, in sort order. `page` and `perPage` are ignored.',
    args: {
      most: t.arg.int({
        required: true,
        description: 'Maximum number of ids to return, 1 to 100000.',
        extensions: { weighsAs: 'listedId' },
      }),
    },
    resolve: (page, { most }) => page.firstIds(most),
  }),
  currentPage: t.int({ description: 'Number of this page, from 1.', resolve: ({ page }) => page }),
  perPage: t.int({
    description: 'Maximum number of records on a page.',
    resolve: ({ perPage }) => perPage,
  }),
});

/** The requested part of a list. Decision: S29, S33. */
export const placeArguments = (t: ArgBuilder<Types>) => ({
  page: t.int({ defaultValue: 1, description: 'Page to return, from 1.' }),
  perPage: t.int({ defaultValue: 25, description: 'Records on a page, 1 to 500.' }),
});

/** The arguments of every list. `perPage` is limited to 1 to 500. Decision: S29, S33. */
export const pageArguments = (t: ArgBuilder<Types>, search: ReturnType<typeof searchable>) => ({
  filter: t({ type: search.filter, description: 'Filter. Omit to return all records.' }),
  sort: t({
    type: [search.sort],
    description: 'Sort order, most significant key first. Ties are broken by id.',
  }),
  ...placeArguments(t),
});
