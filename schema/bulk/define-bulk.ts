import type { InputObjectRef, ObjectRef } from '@pothos/core';
import { authorize } from '../abilities.ts';
import { builder, type Types } from '../builder.ts';
import type { Context, Transaction, Viewer } from '../context.ts';
import { Refused } from '../errors.ts';
import { queriesByField, type RecordQueries, recordsField } from '../execution/records-field.ts';
import type { Permission } from '../permissions.ts';
import { capital, spaced } from '../domain/text.ts';
import { readLater, readRecords, type Records } from '../told-records.ts';
import { toUserErrors, type ToldError, UserError } from '../user-errors.ts';
import { inWrite, type Write } from '../write.ts';
import {
  type DecidedRow,
  type Decision,
  mostRows,
  requireDistinct,
  requireFewRows,
  type RowIds,
} from './decision.ts';

/** What a request of many rows does if some of them are refused. */
const BulkPolicy = builder.enumType('BulkPolicy', {
  description: 'What happens to the other rows if some rows of a request are refused.',
  values: {
    ALL_OR_NOTHING: { description: 'Nothing is written unless every row can be.' },
    EACH: { description: 'Rows that are refused change nothing; all others are written.' },
  } as const,
});

/** What one row came to, as the payload shows it. */
interface RowShape {
  readonly index: number;
  readonly records: Readonly<Record<string, object | undefined>>;
  readonly userErrors: readonly ToldError[];
}

interface PayloadShape {
  readonly results: readonly RowShape[];
  readonly userErrors: readonly ToldError[];
}

interface BulkOptions<Row, Field extends string> {
  readonly description: string;
  readonly row: InputObjectRef<Types, Row>;
  /** The records that a row writes, by field of its result. */
  readonly shows: Readonly<Record<Field, ObjectRef<Types, object>>>;
  /** The permission without which nothing is done; of rows that need several, what throws without them. */
  readonly needs: Permission | ((viewer: Viewer, rows: readonly Row[]) => void);
  /** Finds and locks what the rows name, and decides each of them. Writes nothing. */
  readonly decide: (write: Write, rows: readonly Row[]) => Promise<Decision<Field>>;
}

/**
 * Rows are refused, and with them the whole request: rolls back. A `Refused`, so that the caller is judged again before
 * rows are told.
 */
class NothingWritten extends Refused {
  readonly rows: readonly DecidedRow[];
  constructor(rows: readonly DecidedRow[]) {
    super('Rows of a request were refused.', { reason: 'act', fields: {} });
    this.rows = rows;
  }
}

const isRefused = ({ userErrors }: Pick<DecidedRow, 'userErrors'>): boolean =>
  userErrors.length > 0;

/** What a request of many rows did. */
interface Carried {
  readonly rows: readonly DecidedRow[];
  readonly ids: readonly (RowIds<string> | undefined)[];
  /** What its payload tells, unless that may be much: then it is read after the transaction. */
  readonly read: Records | undefined;
}

/**
 * Defines a mutation of many rows: `rows`, `policy`, and a payload with one result for each row, in their order, and
 * `userErrors` of the request as a whole. Everything is one transaction; the number of statements does not grow with
 * the rows. Decision: V20.
 */
export function defineBulk<Row, Field extends string>(
  name: string,
  { description, row, shows, needs, decide }: BulkOptions<Row, Field>,
): void {
  const records: Readonly<Record<string, ObjectRef<Types, object>>> = shows;
  const paths = Object.keys(records).map((field) => ['results', field]);
  const Result = builder.objectRef<RowShape>(`${capital(name)}Result`).implement({
    description: `What one row of \`${name}\` came to.`,
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Number of the row in `rows`, from 0.' }),
      ...Object.fromEntries(
        Object.entries(records).map(([field, ref]) => [
          field,
          t.field({
            type: ref,
            nullable: true,
            description: `The ${spaced(field)}, as it is after the write; null if nothing was written.`,
            resolve: (result) => result.records[field] ?? null,
          }),
        ]),
      ),
      userErrors: t.expose('userErrors', {
        type: [UserError],
        description: 'What was wrong with the row; empty if it can be written.',
      }),
    }),
  });
  const Payload = builder.objectRef<PayloadShape>(`${capital(name)}Payload`).implement({
    description: `What \`${name}\` returns.`,
    fields: (t) => ({
      results: t.expose('results', {
        type: [Result],
        description:
          'One result for each row, in the order of `rows`; empty if the rows were not looked at.',
      }),
      userErrors: t.expose('userErrors', {
        type: [UserError],
        description:
          'What was wrong with the request as a whole, or that rows are refused and therefore nothing was written; empty otherwise.',
      }),
    }),
  });

  const refuse = (error: unknown, count: number): PayloadShape => {
    if (error instanceof NothingWritten) {
      const refused = error.rows.filter(isRefused).length;
      const message = `Nothing was written, because ${String(refused)} of ${String(count)} rows were refused.`;
      const results = error.rows.map(({ userErrors }, index) => ({
        index,
        records: {},
        userErrors,
      }));
      return { results, userErrors: [{ code: 'REFUSED', message }] };
    }
    const userErrors = toUserErrors(error);
    if (!userErrors) throw error;
    return { results: [], userErrors };
  };

  interface Args {
    readonly rows: readonly Row[];
    readonly policy: 'ALL_OR_NOTHING' | 'EACH';
  }

  const runRows = async (
    queries: RecordQueries,
    { rows, policy }: Args,
    context: Context,
  ): Promise<PayloadShape> => {
    const ask = (viewer: Viewer): void => {
      if (typeof needs === 'string') authorize(viewer, needs);
      else needs(viewer, rows);
    };
    const readEach = (db: Transaction, ids: Carried['ids']) =>
      readRecords(db, records, queries, ids);
    ask(context.viewer);
    requireFewRows(rows);
    const carried = await inWrite(context, async (write): Promise<Carried> => {
      const { viewer } = write;
      // again, if the caller was identified again
      if (viewer !== context.viewer) ask(viewer);
      const decision = await decide(write, rows);
      requireDistinct(decision.rows);
      const isAnyRefused = decision.rows.some(isRefused);
      if (isAnyRefused && policy === 'ALL_OR_NOTHING') throw new NothingWritten(decision.rows);
      write.isRefused = decision.rows.every(isRefused);
      const done = write.isRefused ? [] : await decision.carryOut();
      await write.conclude();
      const ids = decision.rows.map((one, index) => (isRefused(one) ? undefined : done[index]));
      const read = context.waitToRead ? undefined : await readEach(write.tx, ids);
      return { rows: decision.rows, ids, read };
    });
    const { ids } = carried;
    const read = carried.read ?? (await readLater(context, (db) => readEach(db, ids)));
    const results = carried.rows.map(({ userErrors }, index) => ({
      index,
      records: Object.fromEntries(
        Object.keys(records).map((field) => {
          const id = ids[index]?.[field];
          return [field, id == null ? undefined : read.get(field)?.get(id)];
        }),
      ),
      userErrors,
    }));
    return { results, userErrors: [] };
  };

  const run = async (
    queries: RecordQueries,
    args: Args,
    context: Context,
  ): Promise<PayloadShape> => {
    const payload = await runRows(queries, args, context).catch((error: unknown) =>
      refuse(error, args.rows.length),
    );
    const { results, userErrors } = payload;
    const told = [...userErrors, ...results.flatMap((one) => one.userErrors)];
    // what is written in part is done: with an Idempotency-Key its answer is stored
    const isNothingWritten = userErrors.length > 0 || results.every(isRefused);
    if (told.length > 0 && isNothingWritten) {
      context.hearRefusal?.([...new Set(told.map(({ code }) => code))]);
    }
    return payload;
  };

  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      nullable: true,
      description: `${description} At most ${String(mostRows)} rows, in one transaction.`,
      args: {
        rows: t.arg({
          type: [row],
          required: true,
          description: `What to write, at most ${String(mostRows)} rows. Two rows may not write the same.`,
          extensions: { answersEach: true },
        }),
        policy: t.arg({
          type: BulkPolicy,
          required: true,
          defaultValue: 'ALL_OR_NOTHING',
          description: 'What happens to the other rows if some are refused.',
        }),
      },
      ...recordsField(paths, (queries, _root: object, args: object, context: Context) =>
        run(queriesByField(paths, queries), args as Args, context),
      ),
    }),
  );
}
