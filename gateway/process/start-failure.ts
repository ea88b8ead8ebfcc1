import { join, resolve } from 'node:path';
import { types } from 'node:util';
import { sqlStateOf } from '../../prisma/database-errors.ts';
import type { Config } from '../settings/config.ts';
import { type MetricsAddress, MetricsAddressTaken } from '../metrics/metrics-listener.ts';

/** An address that the program listens on, and the setting for its port. */
interface Listening extends MetricsAddress {
  readonly setting: 'PORT' | 'METRICS';
}

/** Messages for errors of listening on an address. */
const addressMeanings: Readonly<Record<string, (address: Listening) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Port ${String(port)} on ${host} is already in use. Stop the other program or set ${setting}.`,
  EACCES: ({ host, port, setting }) =>
    `Not allowed to listen on port ${String(port)} of ${host}. Set ${setting} to 1024 or more.`,
  EADDRNOTAVAIL: ({ host, setting }) =>
    `${setting === 'PORT' ? 'HOST' : setting} ${host} is not an address of this machine.`,
};

const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name in DATABASE_URL or HOST cannot be resolved.',
  ECONNREFUSED: 'The database server of DATABASE_URL refuses connections. Is it running?',
  ETIMEDOUT: 'The database server of DATABASE_URL does not respond.',
  P1000: 'The database server does not accept the user or password of DATABASE_URL.',
  P1001: 'The database server of DATABASE_URL cannot be reached. Is it running?',
  P1003: 'The database named in DATABASE_URL does not exist.',
  '28P01': 'The database server does not accept the user or password of DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist.',
  '53300': 'The database server of DATABASE_URL has no free connection.',
  '55P03': 'Another program holds a database lock that the start needs. Start again.',
  '57014': 'A database statement took too long during the start. Start again.',
  '57P03': 'The database server of DATABASE_URL does not accept connections yet. Start again.',
  P2028: 'A database transaction took too long during the start. Start again.',
};

/** Messages for codes with several reasons, which only the server's own words tell apart. */
const meaningsWithReason: Readonly<Record<string, string>> = {
  '28000': 'The database server of DATABASE_URL refuses this user or connection',
  '42501': 'The database user of DATABASE_URL lacks a permission that the start needs',
};

const fileMeanings: Readonly<Record<string, string>> = {
  EACCES: 'is not writable by this user',
  EPERM: 'is not writable by this user',
  EROFS: 'is on a read-only file system',
  EEXIST: 'is a file, or is inside one',
  ENOTDIR: 'is a file, or is inside one',
  ENOSPC: 'is on a full disk',
};

/** The driver's messages for a connection that timed out; they have no code. */
const noConnection =
  /due to connection timeout|timeout expired|timeout exceeded when trying to connect/;

/**
 * Why the program cannot start, in one line without secrets: the message for a known code anywhere among the
 * causes, else the error's own, as for files other than the embedded database's.
 */
export function describeStartFailure(error: unknown, config?: Config): string {
  for (const cause of causesOf(error)) {
    const code = noConnection.test(cause.message) ? 'ETIMEDOUT' : codeOf(cause);
    if (code === undefined || !config) continue;
    if (isOfFile(cause)) {
      const meaning = fileMeanings[code];
      if (meaning !== undefined && concernsData(cause.path, config)) {
        return fileFailure(cause.path, config.dataDir, meaning);
      }
      continue;
    }
    const ofAddress = addressMeanings[code];
    if (ofAddress) return ofAddress(listeningOf(error, config));
    if (meanings[code] !== undefined) return meanings[code];
    if (meaningsWithReason[code] !== undefined) {
      return `${meaningsWithReason[code]}: ${withoutPassword(lineOf(cause.message), config)}`;
    }
  }
  const message = types.isNativeError(error) ? error.message : String(error);
  return withoutPassword(lineOf(message), config);
}

/** The line of a message that tells the reason: Prisma's begins with the call and ends with the reason. */
function lineOf(message: string): string {
  const lines = message.trim().split('\n');
  return (/^Invalid `/.test(message.trim()) ? lines.at(-1) : lines[0]) ?? '';
}

/** Which of the two addresses a start could not listen on. */
const listeningOf = (error: unknown, { host, port, metrics }: Config): Listening =>
  error instanceof MetricsAddressTaken && metrics
    ? { ...metrics, setting: 'METRICS' }
    : { host, port, setting: 'PORT' };

/** A file system error has a path; a socket error has the same codes but none. */
const isOfFile = (error: Error): error is Error & { readonly path: string } =>
  'path' in error && typeof error.path === 'string';

/** Whether a path is that of the embedded database, in its directory, or one that this is in. */
function concernsData(path: string, { databaseUrl, dataDir }: Config): boolean {
  const [one, other] = [resolve(path), resolve(dataDir)];
  const isIn = (inner: string, outer: string) => join(inner, '/').startsWith(join(outer, '/'));
  return databaseUrl === undefined && (isIn(one, other) || isIn(other, one));
}

/** The lock and files lie in the directory: the path that failed may be another. */
function fileFailure(path: string, dataDir: string, meaning: string): string {
  const directory = resolve(dataDir);
  return resolve(path) === directory
    ? `DATA_DIR ${dataDir} ${meaning}.`
    : `DATA_DIR ${dataDir} cannot be used: ${path} ${meaning}.`;
}

/** The code of an error; of Prisma's errors that of the database. */
function codeOf(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return sqlStateOf(error) ?? (typeof code === 'string' ? code : undefined);
}

function causesOf(error: unknown): readonly Error[] {
  if (!types.isNativeError(error)) return [];
  const inner = 'errors' in error && Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  return [error, ...[error.cause, ...inner].flatMap(causesOf)];
}

function withoutPassword(text: string, config?: Config): string {
  if (config?.databaseUrl === undefined) return text;
  const { password } = new URL(config.databaseUrl);
  const withoutUrl = text.replaceAll(config.databaseUrl, 'DATABASE_URL');
  return password === '' ? withoutUrl : withoutUrl.replaceAll(password, '[secret]');
}
