import type { GraphQLSchema } from 'graphql';
import type { Db } from '../context.ts';
import { discontinue, loadCatalogue, undatedImage } from './catalogue.ts';
import { addForeignRecords, layGround } from './groundwork.ts';
import { loadPastOrders, processedOrder } from './past-orders.ts';
import { createRun } from './run.ts';
import { loadStateOrders } from './state-orders.ts';
import { loadUsers } from './users.ts';

export interface SampleStoreOptions {
  /** Told, in a sentence, what is being made. */
  readonly onProgress?: (line: string) => void;
}

/**
 * Fills an empty store with the sample: users, catalogue, shipping, and orders in every state, through
 * the schema, so that stock, totals and states are what the same requests would have left. Gives false
 * and does nothing when there is anything beside the first admin. Numbers, names and times are fixed.
 * Decision: C39 to C41.
 */
export async function loadSampleStore(
  schema: GraphQLSchema,
  db: Db,
  { onProgress = () => undefined }: SampleStoreOptions = {},
): Promise<boolean> {
  const admin = await db.user.findFirst({
    where: { roles: { some: { role: { name: 'admin' } } } },
    orderBy: { id: 'asc' },
    select: { id: true, email: true, name: true },
  });
  if (!(await layGround(db, admin?.id ?? null))) return false;
  const run = createRun(schema, db, admin);
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
  return true;
}
