import { capital, spaced } from './domain/text.ts';
import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { authorize } from './abilities.ts';
import { builder, type Arguments, type Types } from './builder.ts';
import type { Context, Transaction, Viewer } from './context.ts';
import { queriesByField, type RecordQueries, recordsField } from './execution/records-field.ts';
import { errorsAsSent } from './errors-as-sent.ts';
import type { Refused } from './errors.ts';
import { ignoresUnheard } from './heard.ts';
import { type AskedField, requireRules } from './input-rules.ts';
import type { Permission } from './permissions.ts';
import {
  type Ids,
  readEdges,
  readLater,
  readTold,
  type Told,
  withBareEdges,
} from './told-records.ts';
import { toUserErrors, UserError } from './user-errors.ts';
import { inAccessWrite } from './access-write.ts';
import { inWrite, type Write } from './write.ts';

/** What a write did: the ids of the records that its payload tells, and its secrets. */
export type Done<Field extends string, Secret extends string = never> = Ids<Field> & {
  readonly [Name in Secret]: string;
} & {
  /** Records as they were before the write removed them: what they lead to is told as it is now. */
  readonly removed?: Told<Field> | undefined;
  /** A refusal that did not undo the write. */
  readonly refusal?: Refused | undefined;
  /** Whether something was written although it is refused. */
  readonly hasWritten?: boolean;
};

/** A payload before its fields are resolved. */
interface PayloadShape {
  readonly told: Readonly<Record<string, unknown>>;
  readonly userErrors: NonNullable<ReturnType<typeof toUserErrors>>;
}

interface MutationOptions<
  Field extends string,
  Beside extends string,
  Secret extends string,
  Args extends InputFieldMap,
> {
  readonly description: string;
  /** The records that it writes, by field of the payload. */
  readonly shows: Readonly<Record<Field, ObjectRef<Types, object>>>;
  /** Records that it changes too, by field: shown to who may read them. */
  readonly beside?: Readonly<Record<Beside, ObjectRef<Types, object>>>;
  /** Texts that are shown once, in this payload, with their descriptions. */
  readonly secrets?: Readonly<Record<Secret, string>>;
  readonly args: (arg: Arguments) => Args;
  /** The permission without which nothing is done; a write may ask for others. */
  readonly needs?: Permission;
  /** Who may write users, roles and keys: asked before the transaction, and again under their lock. */
  readonly access?: (viewer: Viewer, args: InputShapeFromFields<Args>) => void;
  /**
   * Writes, in one transaction. `show` reads records before they are removed. Records that the client did not ask for
   * are not read.
   */
  readonly write: (
    write: Write,
    args: InputShapeFromFields<Args>,
    show: (ids: Ids<NoInfer<Field | Beside>>) => Promise<Told<NoInfer<Field | Beside>>>,
  ) => Promise<Done<NoInfer<Field | Beside>, NoInfer<Secret>>>;
}

/**
 * Defines a mutation that answers `{<its records>, userErrors}`: what the client did wrong is listed there, and the
 * records are null. Errors of the request itself, such as missing rights, are errors of the response. Decision: V1.
 */
export function defineMutation<
  Field extends string,
  Args extends InputFieldMap,
  Beside extends string = never,
  Secret extends string = never,
>(name: string, options: MutationOptions<Field, Beside, Secret, Args>): void {
  const { description, shows, beside, secrets, args: argsOf, needs, access } = options;
  const isBeside = (field: string): boolean => beside !== undefined && field in beside;
  const records = Object.entries<ObjectRef<Types, object>>({ ...shows, ...beside });
  const paths = records.map(([field]) => [field]);
  const Payload = builder.objectRef<PayloadShape>(`${capital(name)}Payload`).implement({
    description: `What \`${name}\` returns.`,
    fields: (t) => ({
      ...Object.fromEntries(
        records.map(([field, ref]) => [
          field,
          t.field({
            type: ref,
            nullable: true,
            description: `The ${spaced(field)}, as it is after the write; null if nothing was written${isBeside(field) ? ', or if you may not read it' : ''}.`,
            resolve: ({ told }) => told[field] ?? null,
          }),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries<string>(secrets ?? {}).map(([field, says]) => [
          field,
          t.string({
            nullable: true,
            description: says,
            extensions: { secret: true },
            resolve: ({ told }) => (told[field] ?? null) as string | null,
          }),
        ]),
      ),
      userErrors: t.expose('userErrors', {
        type: [UserError],
        description: 'What was wrong; empty if the write succeeded.',
      }),
    }),
  });

  const read = (
    db: Transaction,
    ids: Ids<Field | Beside>,
    queries: RecordQueries,
    viewer: Viewer,
  ): Promise<Record<string, object | null>> =>
    readTold(db, records, isBeside, ids, queries, viewer);

  type MutationResult = Done<Field | Beside, Secret>;

  const tell = async (
    db: Transaction,
    done: MutationResult,
    queries: RecordQueries,
    viewer: Viewer,
  ): Promise<Record<string, unknown>> => {
    const told: Record<string, unknown> = await read(db, done, queries, viewer);
    for (const field of Object.keys(secrets ?? {})) told[field] = done[field as Secret];
    for (const [field, record] of Object.entries<object | null | undefined>(done.removed ?? {})) {
      const query = queries[field];
      if (query && record) told[field] = await readEdges(db, query, record);
    }
    return told;
  };

  /** Writes, and reads what the payload tells of it in the same transaction, unless that may be much. */
  const runMutation = async (
    write: Write,
    queries: RecordQueries,
    args: InputShapeFromFields<Args>,
    context: Context,
  ) => {
    const { tx, viewer } = write;
    const done = await options.write(write, args, (ids) =>
      read(tx, ids, withBareEdges(records, queries), viewer),
    );
    write.isRefused = done.refusal !== undefined && done.hasWritten !== true;
    await write.conclude();
    if (write.isRefused) return { done, told: {}, viewer };
    const told = context.waitToRead ? undefined : await tell(tx, done, queries, viewer);
    return { done, told, viewer };
  };

  const refuse = (
    { hearRefusal, viewer }: Context,
    asked: AskedField,
    args: object,
    error: unknown,
    { told, hasWritten }: { readonly told: PayloadShape['told']; readonly hasWritten: boolean },
  ): PayloadShape => {
    const errors = toUserErrors(error);
    if (!errors) throw error;
    const userErrors = ignoresUnheard(viewer) ? errors : errorsAsSent(asked, args, errors);
    const codes = userErrors.map(({ code }) => code);
    hearRefusal?.(codes, hasWritten);
    return { told, userErrors };
  };

  const run = async (
    queries: RecordQueries,
    args: InputShapeFromFields<Args>,
    context: Context,
    asked: AskedField,
  ): Promise<PayloadShape> => {
    const ask = (viewer: Viewer): void => {
      if (needs) authorize(viewer, needs);
      access?.(viewer, args);
      if (!ignoresUnheard(viewer)) requireRules(asked, args);
    };
    const work = (write: Write) => {
      // again, if the caller was identified again
      if (!access && write.viewer !== context.viewer) ask(write.viewer);
      return runMutation(write, queries, args, context);
    };
    try {
      // Before the transaction: what no record can take waits for no turn in the queue of writes.
      if (!access) ask(context.viewer);
      const { done, viewer, ...shown } = await (access
        ? inAccessWrite(context, ask, work)
        : inWrite(context, work));
      const told =
        shown.told ?? (await readLater(context, (db) => tell(db, done, queries, viewer)));
      const { refusal, hasWritten = false } = done;
      return refusal
        ? refuse(context, asked, args, refusal, { told, hasWritten })
        : { told, userErrors: [] };
    } catch (error) {
      return refuse(context, asked, args, error, { told: {}, hasWritten: false });
    }
  };

  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      nullable: true,
      description,
      args: argsOf(t.arg),
      ...recordsField(paths, (queries, _root: object, args: object, context: Context, info) =>
        run(queriesByField(paths, queries), args as InputShapeFromFields<Args>, context, info),
      ),
    }),
  );
}
