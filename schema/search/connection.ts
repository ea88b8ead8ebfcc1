import type { ObjectRef } from '@pothos/core';
import { builder, recordsField, type Arguments, type Types } from '../builder.ts';
import { type Context, delegateOf } from '../context.ts';
import type { Page } from './page.ts';
import type { Edge, Identified } from './page-parts.ts';
import type { searchable } from './searchable.ts';

/** Types around records, which cost nothing. */
const aroundRecords = { extensions: { weighsAs: 'nothing' } } as const;

const PageInfo = builder.objectRef<Page>('PageInfo').implement({
  description: 'Where a page lies in its list.',
  ...aroundRecords,
  fields: (t) => ({
    hasNextPage: t.boolean({
      description:
        'Whether records follow this page, up to the cursor `before` if you send one; with `last`, whether you sent `before`.',
      resolve: (page) => page.hasNext(),
    }),
    hasPreviousPage: t.boolean({
      description:
        'With `last`, whether records precede this page, from the cursor `after` on if you send one; else whether you sent `after`, or a page after the first.',
      resolve: (page) => page.hasPrevious(),
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first record of this page; null if it is empty.',
      resolve: async (page) => (await page.cursors()).at(0) ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last record of this page; null if it is empty.',
      resolve: async (page) => (await page.cursors()).at(-1) ?? null,
    }),
  }),
});

/**
 * Defines `<name>Connection`, the type of every list of these records, and `<name>Edge`: the records of a page,
 * their cursors, and the figures of the list. `plural` is what descriptions call the records.
 */
export function connectionOf<Shape extends object>(
  record: ObjectRef<Types, Shape>,
  plural: string,
) {
  const { name } = record;
  // the query selects what the fields of the record need
  const read = (
    query: object,
    page: Page,
    { db }: Context,
    nodes: unknown,
  ): Promise<readonly (Shape & Identified)[]> =>
    page.load(
      (where) =>
        delegateOf(db, name).findMany({ ...query, where }) as Promise<(Shape & Identified)[]>,
      nodes,
    );

  const RecordEdge = builder.objectRef<Edge<Shape>>(`${name}Edge`).implement({
    description: `A record of a list of ${plural}, and where it lies in the list.`,
    ...aroundRecords,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'Where this record lies in its list: for `after` and `before`.',
      }),
      node: t.field({
        type: record,
        description: 'The record.',
        resolve: ({ node }) => node as never,
      }),
    }),
  });

  return builder.objectRef<Page>(`${name}Connection`).implement({
    description: `A list of ${plural}: the records of one page, their cursors, and how many there are.`,
    fields: (t) => ({
      nodes: t.field({
        type: [record],
        description: 'The records of this page, in sort order.',
        ...recordsField([[]], ([query], page: Page, _args: object, context: Context, info) =>
          read(query, page, context, info.fieldNodes),
        ),
      }),
      edges: t.field({
        type: [RecordEdge],
        description: 'The records of this page, in sort order, each with its cursor.',
        ...recordsField(
          [['node']],
          ([query], page: Page, _args: object, context: Context, info) => {
            const load = () => read(query, page, context, info.fieldNodes);
            return page.edges('select' in query ? load : undefined);
          },
        ),
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Where this page lies in the list.',
        resolve: (page) => page,
      }),
      totalCount: t.int({
        description: 'Number of matching records on all pages.',
        resolve: (page) => page.total(),
      }),
      count: t.int({
        description: 'Number of records on this page.',
        resolve: async (page) => (await page.ids()).length,
      }),
      pages: t.int({
        description: 'Number of pages; 0 if nothing matches.',
        resolve: async (page) => Math.ceil((await page.total()) / page.perPage),
      }),
      currentPage: t.exposeInt('page', {
        nullable: true,
        description: 'Number of this page, from 1; null if it is requested by cursor.',
      }),
      perPage: t.exposeInt('perPage', {
        description: 'Maximum number of records on a page.',
      }),
      ids: t.field({
        type: ['ID'],
        description: 'Ids of the first `most` matching records, in sort order, whatever the page.',
        args: {
          most: t.arg.int({
            required: true,
            description: 'Maximum number of ids to return, 1 to 100000.',
            extensions: { weighsAs: 'listedId' },
          }),
        },
        resolve: (page, { most }) => page.firstIds(most),
      }),
    }),
  });
}

export const placeArguments = (t: Arguments) => ({
  first: t.int({
    description: 'Number of records from the beginning or after a cursor, 1 to 500. 25 if omitted.',
  }),
  after: t.string({ description: 'Cursor: only records after it.' }),
  last: t.int({
    description: 'Number of records from the end or before a cursor, 1 to 500.',
  }),
  before: t.string({
    description: 'Cursor: only records before it, the last 25 of them if no number is sent.',
  }),
  page: t.int({
    description: 'Number of the page to return, from 1, in place of cursors. 1 if omitted.',
  }),
  perPage: t.int({ description: 'Records on a numbered page, 1 to 500. 25 if omitted.' }),
});

export const listArguments = (t: Arguments, search: ReturnType<typeof searchable>) => ({
  filter: t({ type: search.filter, description: 'Filter. Omit to return all records.' }),
  sort: t({
    type: [search.sort],
    description: 'Sort order, most significant key first. Ties are broken by id.',
  }),
  ...placeArguments(t),
});
