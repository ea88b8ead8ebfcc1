import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { authorize } from './abilities.ts';
import { builder, type Arguments, type Types } from './builder.ts';
import { type Context, delegateOf, type Transaction, type Viewer } from './context.ts';
import { queriesByField, type RecordQueries, recordsField } from './execution/records-field.ts';
import { errorsAsSent } from './errors-as-sent.ts';
import type { Refused } from './errors.ts';
import { ignoresUnheard } from './heard.ts';
import { type AskedField, requireRules } from './input-rules.ts';
import type { Permission } from './permissions.ts';
import { isReached, type Reached } from './shown.ts';
import { toUserErrors, UserError } from './user-errors.ts';
import { inAccessWrite } from './users/access-write.ts';
import { inWrite, type Write } from './write.ts';

/** Records that a payload tells, by field; null if the caller may not see one. */
export type Told<Field extends string> = { readonly [Name in Field]?: object | null };

type Ids<Field extends string> = { readonly [Name in Field]: bigint | null };

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

/**
 * A record that was removed, with the records that it leads to read again; their type has the name of the edge.
 * It belongs to them, so that they are still there.
 */
async function readEdges(tx: Transaction, query: object, removed: object): Promise<object> {
  const edges = (query as { readonly select?: Readonly<Record<string, unknown>> }).select ?? {};
  const read: Record<string, object> = {};
  for (const [edge, nested] of Object.entries(edges)) {
    const former = (removed as Readonly<Record<string, unknown>>)[edge];
    if (typeof nested !== 'object' || !nested || !isRow(former)) continue;
    const where = { id: former.id };
    read[edge] = await delegateOf(tx, edge).findUniqueOrThrow({ ...nested, where });
  }
  return { ...removed, ...read };
}

const isRow = (value: unknown): value is { readonly id: bigint } =>
  typeof value === 'object' && value !== null && 'id' in value;

export const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const spaced = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

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
    context: Context,
    show: (ids: Ids<NoInfer<Field | Beside>>) => Promise<Told<NoInfer<Field | Beside>>>,
  ) => Promise<Done<NoInfer<Field | Beside>, NoInfer<Secret>>>;
}

/**
 * Defines a mutation that answers `{<its records>, userErrors}`: what the client did wrong is listed there, and
 * the records are null. Errors of the request itself, such as missing rights, are errors of the response.
 * Decision: V1.
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
    description: `What \`${name}\` answers.`,
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
      userErrors: t.field({
        type: [UserError],
        description: 'What was wrong; empty if the write succeeded.',
        resolve: ({ userErrors }) => userErrors,
      }),
    }),
  });

  type Shown = Record<string, unknown>;

  /** The records with these ids, in the transaction that wrote them. */
  const read = async (
    tx: Transaction,
    ids: Readonly<Record<string, unknown>>,
    queries: RecordQueries,
    viewer: Viewer,
  ): Promise<Shown> => {
    const told: Shown = {};
    for (const [field, ref] of records) {
      const query = queries[field];
      const id = ids[field];
      if (id == null || !query) continue;
      const record = await delegateOf(tx, ref.name).findUniqueOrThrow({ ...query, where: { id } });
      const isShown = !isBeside(field) || isReached(ref.name as Reached, viewer, record);
      told[field] = isShown ? record : null;
    }
    return told;
  };

  const carryOut = async (
    write: Write,
    queries: RecordQueries,
    args: InputShapeFromFields<Args>,
    context: Context,
  ) => {
    const { tx, viewer } = write;
    const done = await options.write(
      write,
      args,
      { ...context, viewer },
      (ids) => read(tx, ids, queries, viewer) as Promise<Told<Field | Beside>>,
    );
    await write.recordAudited();
    const told = await read(tx, done, queries, viewer);
    for (const field of Object.keys(secrets ?? {})) told[field] = done[field as Secret];
    for (const [field, record] of Object.entries<object | null | undefined>(done.removed ?? {})) {
      const query = queries[field];
      if (query && record) told[field] = await readEdges(tx, query, record);
    }
    const { refusal, hasWritten = false } = done;
    return { told, refusal, hasWritten };
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
    hearRefusal?.(
      userErrors.map(({ code }) => code),
      hasWritten,
    );
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
      return carryOut(write, queries, args, context);
    };
    try {
      // Before the transaction: what no record can take waits for no turn in the queue of writes.
      if (!access) ask(context.viewer);
      const { told, refusal, hasWritten } = await (access
        ? inAccessWrite(context, ask, work)
        : inWrite(context, work));
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
