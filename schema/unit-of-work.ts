import { GraphQLError } from 'graphql';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Context, Db, Transaction, Unit } from './context.ts';
import { classifyDatabaseError } from '../prisma/database-errors.ts';
import { causeOf } from './errors.ts';
import { inTransaction, type Isolation } from './transaction.ts';

interface UnitResult<T> {
  readonly value: T;
  /** Whether to roll back everything that the unit did. */
  readonly undone: boolean;
}

/** Carries a value out of a transaction that is rolled back. */
class Undone<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('The unit of work was rolled back.');
    this.value = value;
  }
}

/**
 * Runs several steps of one request (reads, writes, storing the response) as one transaction. The work gets the context
 * to run its operations with, a new one for each attempt. It is run again as a whole whenever a single write would be,
 * so it must do nothing but access the database. It must not use the outer context: the embedded database has one
 * connection and would wait for itself.
 * Throws what the work throws, and Unavailable. Decision: L1.
 */
export async function inUnit<T>(
  context: Context,
  isolation: Isolation,
  work: (context: Context) => Promise<UnitResult<T>>,
): Promise<T> {
  const afterwards: Unit['afterwards'] = [];
  try {
    return await inTransaction(context, isolation, async (tx, locks, current) => {
      // Only what begins a transaction is missing, which nothing inside a unit may do.
      const db = tx as Db;
      const { value, undone } = await work({ ...current, db, unit: { tx, locks, afterwards } });
      if (undone) throw new Undone(value);
      return value;
    });
  } catch (error) {
    if (error instanceof Undone) return (error as Undone<T>).value;
    throw error;
  } finally {
    for (const act of afterwards) act(context.db);
  }
}

/** Runs work after the unit's transaction has ended; at once if there is none. */
export function whenEnded({ db, unit }: Context, act: (db: Db) => void): void {
  if (unit) unit.afterwards.push(act);
  else act(db);
}

/**
 * Throws the first unexpected cause among the errors of a result. A unit must end with it: either everything is
 * run again, or the transaction is unusable.
 */
export function throwUnforeseen(errors: readonly unknown[]): void {
  const unforeseen = errors.map(causeOf).find((cause) => !(cause instanceof GraphQLError));
  // Thrown unchanged, because it decides whether the transaction is run again.
  if (unforeseen !== undefined) throw unforeseen as Error;
}

/**
 * Runs a write inside a unit: its changes are rolled back if it throws, earlier ones stay. What begins and ends it is sent
 * along with what is asked next, which fails if it does. Decision: Q84.
 */
export async function asStep<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  tx.$executeRaw(Prisma.sql`SAVEPOINT step`).catch(() => undefined);
  try {
    const answer = await work();
    tx.$executeRaw(Prisma.sql`RELEASE SAVEPOINT step`).catch(() => undefined);
    return answer;
  } catch (error) {
    const isUsable = !['unavailable', 'retry'].includes(classifyDatabaseError(error));
    if (isUsable) await tx.$executeRaw(Prisma.sql`ROLLBACK TO SAVEPOINT step`);
    throw error;
  }
}
