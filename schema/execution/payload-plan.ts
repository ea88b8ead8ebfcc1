import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';

/** The query of each record that a payload shows; fields that are not selected have none. */
export type RecordQueries = Readonly<Record<string, object>>;

/** A mutation that answers records inside a payload, and reads them itself. */
export interface PayloadField {
  /** Fields that are records: of the payload, or of what `within` leads to. */
  readonly records: readonly string[];
  /** Fields that lead from the payload to those records. */
  readonly within?: readonly string[];
  readonly run: (queries: RecordQueries, args: never, context: never) => unknown;
}

const name = 'payload';

/** Extensions of such a mutation. */
export const payloadExtensions = (field: PayloadField): Readonly<Record<string, unknown>> => ({
  [name]: field,
});

/** What a field was defined with; undefined if it answers no payload. */
export const payloadOf = (
  extensions: Readonly<Record<string, unknown>>,
): PayloadField | undefined => extensions[name] as PayloadField | undefined;

/** The queries by record; of what is not selected there is nothing to load, and no query. */
export const selectedOf = (records: readonly string[], queries: readonly object[]): RecordQueries =>
  Object.fromEntries(
    records.flatMap((record, at) => {
      const query = queries[at];
      return query && Object.keys(query).length > 0 ? [[record, query]] : [];
    }),
  );

/** The paths to the records of a payload. */
export const pathsOf = ({
  records,
  within = [],
}: Pick<PayloadField, 'records' | 'within'>): readonly (readonly string[])[] =>
  records.map((record) => [...within, record]);

/** The queries for one request, as plugin-prisma plans them. */
export const queriesOf = (
  field: Pick<PayloadField, 'records' | 'within'>,
  context: object,
  info: GraphQLResolveInfo,
): RecordQueries =>
  selectedOf(
    field.records,
    pathsOf(field).map((path): object => queryFromInfo({ context, info, path: [...path] })),
  );
