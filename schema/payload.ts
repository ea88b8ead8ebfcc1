import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { authorize } from './abilities.ts';
import { builder } from './builder.ts';
import { type Context, delegateOf, type Transaction } from './context.ts';
import { queriesByField, type RecordQueries, recordsField } from './execution/records-field.ts';
import type { Refused } from './errors.ts';
import type { Permission } from './permissions.ts';
import { isReached, type Reached } from './shown.ts';
import { toUserErrors, UserError } from './user-errors.ts';

type Types = typeof builder.$inferSchemaTypes;

type Records = Readonly<Record<string, ObjectRef<Types, object>>>;

/** What a mutation answers: its records and secrets, and a refusal that did not undo the write. */
export type Told<Field extends string> = { readonly [Name in Field]?: object | string | null } & {
  readonly refusal?: Refused | undefined;
  /** Whether something was written although it is refused. */
  readonly hasWritten?: boolean;
};

/**
 * Reads records of a payload by id, in the transaction that wrote them. Records that the client did not ask for
 * are not read.
 */
export interface Show<Field extends string> {
  (tx: Transaction, ids: Ids<Field>): Promise<Told<Field>>;
  /**
   * With records that were shown before the write removed them: they are as they were last, and what they lead to is
   * as it is now.
   */
  readonly withRemoved: (
    tx: Transaction,
    removed: Told<Field>,
    ids: Ids<Field>,
  ) => Promise<Told<Field>>;
}

type Ids<Field extends string> = { readonly [Name in Field]: bigint | null };

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
  readonly args: (arg: ArgBuilder<Types>) => Args;
  /** The permission without which nothing is done; a write may ask for others. */
  readonly needs?: Permission;
  readonly write: (
    args: InputShapeFromFields<Args>,
    context: Context,
    show: Show<NoInfer<Field | Beside>>,
  ) => Promise<Told<NoInfer<Field | Beside | Secret>>>;
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
  const { description, shows, beside, secrets, args: argsOf, needs, write } = options;
  const records = [
    ...Object.entries(shows as Records).map(([field, ref]) => ({ field, ref, isBeside: false })),
    ...Object.entries((beside ?? {}) as Records).map(([field, ref]) => ({
      field,
      ref,
      isBeside: true,
    })),
  ];
  const paths = records.map(({ field }) => [field]);
  const Payload = builder.objectRef<PayloadShape>(`${capital(name)}Payload`).implement({
    description: `What \`${name}\` answers.`,
    fields: (t) => ({
      ...Object.fromEntries(
        records.map(({ field, ref, isBeside }) => [
          field,
          t.field({
            type: ref,
            nullable: true,
            description: `The ${spaced(field)}, as it is after the write; null if nothing was written${isBeside ? ', or if you may not read it' : ''}.`,
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

  const run = async (
    queries: RecordQueries,
    args: InputShapeFromFields<Args>,
    context: Context,
  ): Promise<PayloadShape> => {
    const showIds = async (tx: Transaction, ids: Ids<Field | Beside>) => {
      const told: Record<string, object | null> = {};
      for (const { field, ref, isBeside } of records) {
        const id = (ids as Readonly<Record<string, bigint | null | undefined>>)[field];
        const query = queries[field];
        if (id == null || !query) continue;
        const record = await delegateOf(tx, ref.name).findUniqueOrThrow({
          ...query,
          where: { id },
        });
        const isShown = !isBeside || isReached(ref.name as Reached, context.viewer, record);
        told[field] = isShown ? record : null;
      }
      return told as Told<Field | Beside>;
    };
    const show: Show<Field | Beside> = Object.assign(showIds, {
      withRemoved: async (
        tx: Transaction,
        removed: Told<Field | Beside>,
        ids: Ids<Field | Beside>,
      ) => {
        const told: Record<string, object> = {};
        for (const { field } of records) {
          const query = queries[field];
          const record = (removed as Readonly<Record<string, unknown>>)[field];
          if (query && typeof record === 'object' && record !== null) {
            told[field] = await readEdges(tx, query, record);
          }
        }
        return { ...(await showIds(tx, ids)), ...told };
      },
    });
    const refuse = (
      told: PayloadShape['told'],
      error: unknown,
      hasWritten = false,
    ): PayloadShape => {
      const userErrors = toUserErrors(error);
      if (!userErrors) throw error;
      context.hearRefusal?.(
        userErrors.map(({ code }) => code),
        hasWritten,
      );
      return { told, userErrors };
    };
    try {
      if (needs) authorize(context.viewer, needs);
      const told = await write(args, context, show);
      const { refusal, hasWritten } = told;
      return refusal ? refuse(told, refusal, hasWritten) : { told, userErrors: [] };
    } catch (error) {
      return refuse({}, error);
    }
  };

  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      nullable: true,
      description,
      args: argsOf(t.arg),
      ...recordsField(paths, (queries, _root: object, args: object, context: Context) =>
        run(queriesByField(paths, queries), args as InputShapeFromFields<Args>, context),
      ),
    }),
  );
}
