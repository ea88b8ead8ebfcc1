import { GraphQLError } from 'graphql';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Context, Db, Transaction, Unit } from './context.ts';
import { classifyDatabaseError } from '../prisma/database-errors.ts';
import { causeOf } from './errors.ts';
import { inTransaction, type Isolation } from './transaction.ts';

/** What came of the work of a unit. */
export interface Outcome<T> {
  readonly value: T;
  /** Whether all that the unit did is taken back. */
  readonly undone: boolean;
}

/** Carries a value out of a transaction that is rolled back. */
class Undone<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('The unit of work is taken back.');
    this.value = value;
  }
}

/**
 * Runs several steps of one request (reads, writes, keeping the answer) as one transaction. The work
 * is handed the context to run its operations with, again for each attempt; it is run again as a whole
 * where a single write would be, so it must do nothing but ask the database. It must not use the
 * context from outside: the embedded database has one connection and would wait for itself.
 * Throws what the work throws, and Unavailable.
 * Decision: L1.
 */
export async function inUnit<T>(
  context: Context,
  isolation: Isolation,
  work: (context: Context) => Promise<Outcome<T>>,
): Promise<T> {
  const afterwards: Unit['afterwards'] = [];
  try {
    return await inTransaction(context.db, isolation, async (tx, locks) => {
      // Only what opens a transaction is missing, and inside a unit nothing may.
      const db = tx as Db;
      const { value, undone } = await work({ ...context, db, unit: { tx, locks, afterwards } });
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

/** Does something to the database's neighbourhood when the unit has ended, outside of one at once. */
export function whenEnded({ db, unit }: Context, act: (db: Db) => void): void {
  if (unit) unit.afterwards.push(act);
  else act(db);
}

/**
 * Throws the first cause that no operation foresaw among the errors of a result. A unit must end with
 * it: either everything is run again, or the transaction cannot be used any more.
 * Decision: L1.
 */
export function throwUnforeseen(errors: readonly unknown[]): void {
  const unforeseen = errors.map(causeOf).find((cause) => !(cause instanceof GraphQLError));
  // Thrown unchanged: by it the transaction decides whether to run again.
  if (unforeseen !== undefined) throw unforeseen as Error;
}

/** Whether the database still carries out statements of the transaction that an error came from. */
const leavesTransaction = (error: unknown): boolean =>
  !['unavailable', 'retry'].includes(classifyDatabaseError(error));

/** Runs a write inside a unit: what it did is taken back where it throws, what came before stays. */
export async function asStep<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.$executeRaw(Prisma.sql`SAVEPOINT step`);
  try {
    const answer = await work();
    await tx.$executeRaw(Prisma.sql`RELEASE SAVEPOINT step`);
    return answer;
  } catch (error) {
    if (leavesTransaction(error)) await tx.$executeRaw(Prisma.sql`ROLLBACK TO SAVEPOINT step`);
    throw error;
  }
}
