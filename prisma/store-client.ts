import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DatabaseOptions } from './database.ts';
import { fastClient } from './fast-path/client.ts';
import type { Connections } from './fast-path/connection.ts';
import { joinable } from './fast-path/transaction.ts';
import { PrismaClient } from './generated/client/client.ts';
import { observeStatements } from './statements.ts';
import type { LineRules } from './write-line.ts';
import { formLine } from './write-line.ts';

/** Prisma's own client, and the one the store works with, which may take the fast path. */
export interface StoreClient {
  readonly prisma: PrismaClient;
  readonly client: PrismaClient;
}

/** The clients of an opened database of either kind, with its line of writes. Decision: Q2, Q6, L40. */
export function storeClient(
  adapter: SqlDriverAdapterFactory,
  connections: Connections,
  line: Pick<LineRules, 'width' | 'stallMs' | 'yields'>,
  options: Pick<DatabaseOptions, 'fastPath' | 'onFallback' | 'onStatement'>,
): StoreClient {
  const { onStatement, onFallback = () => undefined } = options;
  const observed = onStatement === undefined ? adapter : observeStatements(adapter, onStatement);
  const prisma = new PrismaClient({
    adapter: joinable(observed),
    transactionOptions: connections.limits,
  });
  const client = options.fastPath === false ? prisma : fastClient(prisma, connections, onFallback);
  formLine(client, line);
  return { prisma, client };
}
