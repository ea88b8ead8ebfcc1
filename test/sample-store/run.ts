import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import { readPayloads } from '../support/graphql.ts';
import type { Context, Db, Settings, Viewer } from '../../schema/context.ts';

/** An operation of the schema and its result type. */
export interface Operation<Result> extends DocumentNode {
  /** Never set: it carries the type. */
  readonly answer?: Result | undefined;
}

/** When an operation happened, and under what circumstances. */
export interface Moment {
  readonly now: Date;
  /** No user is recorded for it: for steps of guests. */
  readonly unattended?: boolean;
  /** The tax rate at that time, as a fraction of the item total. */
  readonly taxRate?: string;
}

/**
 * Runs an operation as if at that time.
 * Throws an Error if it is refused: the sample is wrong.
 */
export type Run = <Result>(
  operation: Operation<Result>,
  variables: Readonly<Record<string, unknown>>,
  moment: Moment,
) => Promise<Result>;

/**
 * The settings that the sample was created with, whatever the store's settings are now: its figures are fixed.
 */
const settings: Settings = {
  currency: 'USD',
  requirePaymentToShip: false,
  checkoutConfirm: false,
  taxRate: '0',
  taxShipping: false,
  cartPrices: 'follow',
  orderTokenRights: 'any',
};

/**
 * Creates a function that runs operations with all permissions, as the admin if there is one.
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
    const told = readPayloads(data);
    if (told.errors.length > 0) throw new Error(JSON.stringify({ ...told, variables }));
    if (error) {
      const told = JSON.stringify({ ...error.extensions, variables });
      throw new Error(`An operation of the sample store was refused: ${error.message} ${told}`, {
        cause: error,
      });
    }
    return told.data as Result;
  };
}
