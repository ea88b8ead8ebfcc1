import { types } from 'node:util';
import { SentAway } from './shares/waiting-room.ts';

/** SQLSTATE of a lock that was not given in time. */
export const lockNotAvailable = '55P03';

/**
 * Class of an error thrown by the database layer.
 * - `unavailable`  away, too slow, shutting down, no free connection, or a queue that does not move
 * - `retry`        deadlock or serialization failure: run the whole transaction again
 * - `unique`, `foreignKey`, `check`  a constraint was violated
 * - `unknown`      anything else: a bug
 */
type DatabaseTrouble = 'unavailable' | 'retry' | 'unique' | 'foreignKey' | 'check' | 'unknown';

const bySqlState: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^40(001|P01)$/, 'retry'],
  [/^23505$/, 'unique'],
  [/^23503$/, 'foreignKey'],
  [/^23514$/, 'check'],
  // a server that became read-only after a failover (25006), a changed password or database (28P01, 3D000) among them
  [/^(08...|53...|55P03|57014|57P0[12345]|25P03|25006|28000|28P01|3D000)$/, 'unavailable'],
];

/** By Prisma's code, or as driver adapters name failures without SQLSTATE: errors of raw statements contain nothing else. */
const byName: Readonly<Record<string, DatabaseTrouble>> = {
  P1001: 'unavailable',
  P1002: 'unavailable',
  P1008: 'unavailable',
  P1017: 'unavailable',
  P2002: 'unique',
  P2003: 'foreignKey',
  P2024: 'unavailable',
  P2028: 'unavailable',
  P2034: 'retry',
  ConnectionClosed: 'unavailable',
  DatabaseNotReachable: 'unavailable',
  SocketTimeout: 'unavailable',
  TooManyConnections: 'unavailable',
  TransactionAlreadyClosed: 'unavailable',
  TransactionWriteConflict: 'retry',
};

const byMessage =
  /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ECONNRESET|EPIPE|Cannot use a pool after|connection is (closed|not)|is not queryable|transaction ended before|Query read timeout/i;

/** Classifies an error of Prisma, pg or PGlite by SQLSTATE, kind and code; errors that have none of them by message. */
export function classifyDatabaseError(error: unknown): DatabaseTrouble {
  if (!types.isNativeError(error)) return 'unknown';
  if (error instanceof SentAway) return 'unavailable';
  const sqlState = sqlStateOf(error);
  const row = sqlState && bySqlState.find(([pattern]) => pattern.test(sqlState));
  if (row) return row[1];
  const code = textAt(error, 'code') ?? '';
  const named = byName[kindOf(error) ?? ''] ?? byName[code];
  if (named) return named;
  if (/^E[A-Z]+(_[A-Z]+)?$/.test(code)) return 'unavailable';
  return byMessage.test(error.message) ? 'unavailable' : 'unknown';
}

/** The server closed the connection, or it broke while in use. Not: refused, too slow, none free. */
const lostBySqlState = /^(57P0[12]|08(003|006))$/;
const lostByMessage = /Connection terminated unexpectedly|ECONNRESET|EPIPE/;

/** Whether a statement failed because its connection broke, so that another connection may work. */
export function tellsOfLostConnection(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return (
    lostBySqlState.test(sqlStateOf(error) ?? '') ||
    kindOf(error) === 'ConnectionClosed' ||
    lostByMessage.test(error.message)
  );
}

const kindOf = (error: unknown): string | undefined =>
  textAt(error, 'meta', 'driverAdapterError', 'cause', 'kind');

/** The SQLSTATE, wherever the layers put it. */
export function sqlStateOf(error: unknown): string | undefined {
  const places = [
    ['code'],
    ['cause', 'originalCode'],
    ['cause', 'code'],
    ['meta', 'driverAdapterError', 'cause', 'originalCode'],
    ['meta', 'driverAdapterError', 'cause', 'code'],
    ['meta', 'code'],
  ];
  for (const place of places) {
    const text = textAt(error, ...place);
    if (text && /^[0-9A-Z]{5}$/.test(text) && !/^P[12]\d{3}$/.test(text)) return text;
  }
  return undefined;
}

/**
 * The name of the constraint or unique index that a write violated, such as `users_email_lower_key`; empty for
 * other errors. The name selects the message: `variants_live_sku_key` means that the SKU is taken.
 */
export function constraintOf(error: unknown): string {
  if (!violations.has(classifyDatabaseError(error))) return '';
  const told =
    textAt(error, 'meta', 'driverAdapterError', 'cause', 'originalMessage') ??
    textAt(error, 'message') ??
    '';
  return [...told.matchAll(/constraint "([^"]+)"/g)].at(-1)?.[1] ?? '';
}

const violations: ReadonlySet<DatabaseTrouble> = new Set(['unique', 'foreignKey', 'check']);

function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );
  return typeof found === 'string' ? found : undefined;
}
