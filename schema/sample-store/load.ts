import type { GraphQLSchema } from 'graphql';
import type { Db } from '../context.ts';
import { discontinue, loadCatalogue, undatedImage } from './catalogue.ts';
import { addForeignRecords, layGround } from './groundwork.ts';
import { loadPastOrders, processedOrder } from './past-orders.ts';
import { createRun } from './run.ts';
import type { Run } from './run.ts';
import { loadStateOrders } from './state-orders.ts';
import { insertStoredRows, readGround, readRows, readStoredRows } from './stored-rows.ts';
import type { StoredRows } from './stored-rows.ts';
import { loadUsers } from './users.ts';

export interface SampleStoreOptions {
  /** Called with a sentence about what is being created. */
  readonly onProgress?: (line: string) => void;
}

/**
 * Fills an empty store with the sample: users, catalogue, shipping, and orders in every state. A new store gets
 * the rows that the operations left when they were last run; with any other base data the operations are run.
 * Returns false and does nothing if there is anything beside the first admin. Numbers, names and times are
 * fixed.
 * Decision: C39 to C41, Q45.
 */
export async function loadSampleStore(
  schema: GraphQLSchema,
  db: Db,
  { onProgress = () => undefined }: SampleStoreOptions = {},
): Promise<boolean> {
  onProgress('Loading the sample store');
  const stored = await readStoredRows();
  const admin = await findAdmin(db);
  const laid = await layGround(db, admin?.id ?? null, (tx) => insertStoredRows(tx, stored));
  if (laid === 'laid') await carryOut(createRun(schema, db, admin), db, onProgress);
  return laid !== 'taken';
}

/**
 * Runs the operations of the sample in a new store, and returns the resulting rows.
 * Throws an Error if the store is not empty.
 */
export async function makeSampleRows(schema: GraphQLSchema, db: Db): Promise<StoredRows> {
  const admin = await findAdmin(db);
  const laid = await layGround(db, admin?.id ?? null, () => Promise.resolve(false));
  if (laid !== 'laid') throw new Error('The store is not empty.');
  const ground = await readGround(db);
  await carryOut(createRun(schema, db, admin), db, () => undefined);
  return readRows(db, ground);
}

const findAdmin = (db: Db) =>
  db.user.findFirst({
    where: { roles: { some: { role: { name: 'admin' } } } },
    orderBy: { id: 'asc' },
    select: { id: true, email: true, name: true },
  });

async function carryOut(run: Run, db: Db, onProgress: (line: string) => void): Promise<void> {
  onProgress('Loading the sample store: users and catalogue');
  const userIds = await loadUsers(run);
  const variantIdOf = await loadCatalogue(run, db);
  const desk = { run, userIds };
  onProgress('Loading the sample store: forty past orders');
  await loadPastOrders(desk);
  onProgress('Loading the sample store: orders in every state');
  await loadStateOrders(desk);
  await discontinue(run, variantIdOf);
  await addForeignRecords(db, { undatedImage, processedOrder });
}
