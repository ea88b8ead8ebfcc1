import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import type { Context, Db, Settings, Viewer } from '../context.ts';

/** An operation of the schema and what it answers. */
export interface Operation<Result> extends DocumentNode {
  /** Never there: it carries the type. */
  readonly answer?: Result | undefined;
}

/** When an operation happened, and under what circumstances. */
export interface Moment {
  readonly now: Date;
  /** Nobody is recorded as the one who did it: what guests do. */
  readonly unattended?: boolean;
  /** Fraction of the item total that was the tax then. */
  readonly taxRate?: string;
}

/** Carries out an operation as if at that moment. Throws an Error when it is refused: the sample is wrong. */
export type Run = <Result>(
  operation: Operation<Result>,
  variables: Readonly<Record<string, unknown>>,
  moment: Moment,
) => Promise<Result>;

/** The settings the sample was made under, whatever the store runs with now: its figures are fixed. */
const settings: Settings = {
  currency: 'USD',
  requirePaymentToShip: false,
  checkoutConfirm: false,
  taxRate: '0',
  orderTokenRights: 'any',
};

/**
 * Makes what runs operations with every right, in the name of the admin where there is one.
 * Decision: C39.
 */
export function createRun(schema: GraphQLSchema, db: Db, admin: Viewer['user']): Run {
  return async <Result>(
    operation: Operation<Result>,
    variables: Readonly<Record<string, unknown>>,
    { now, unattended = false, taxRate = '0' }: Moment,
  ): Promise<Result> => {
    const viewer: Viewer = {
      key: 'good',
      user: unattended ? null : admin,
      permissions: new Set(['*']),
      orderToken: null,
    };
    const contextValue: Context = {
      db,
      viewer,
      now: () => now,
      requestId: 'sample-store',
      settings: { ...settings, taxRate },
    };
    const { data, errors } = await execute({
      schema,
      document: operation,
      contextValue,
      variableValues: variables,
    });
    const [error] = errors ?? [];
    if (error) {
      const told = JSON.stringify({ ...error.extensions, variables });
      throw new Error(`The sample store was refused: ${error.message} ${told}`, { cause: error });
    }
    return data as Result;
  };
}
