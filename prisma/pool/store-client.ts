import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DatabaseOptions } from '../database.ts';
import { fastClient } from '../fast-path/client.ts';
import type { Connections } from '../fast-path/connection.ts';
import { joinable } from '../fast-path/transaction.ts';
import { PrismaClient } from '../generated/client/client.ts';
import { gatedClient } from '../shares/gated-client.ts';
import type { ShareRules } from '../shares/shares.ts';
import { shareOut } from '../shares/shares.ts';

/** Prisma's own client, and the one the store uses, which may take the fast path. */
interface StoreClient {
  readonly prisma: PrismaClient;
  readonly client: PrismaClient;
}

/** The clients of an open database of either kind, shared out among callers. Decision: Q2, Q6, N40. */
export function storeClient(
  adapter: SqlDriverAdapterFactory,
  connections: Connections,
  shares: ShareRules,
  options: Pick<DatabaseOptions, 'fastPath' | 'onFallback'>,
): StoreClient {
  const { onFallback = () => undefined } = options;
  const prisma = new PrismaClient({
    adapter: joinable(adapter, connections.begin),
    transactionOptions: connections.limits,
  });
  const client = shareOut(shares, (request) =>
    options.fastPath === false
      ? gatedClient(prisma, request)
      : fastClient(prisma, connections, onFallback, request),
  );
  return { prisma, client };
}
