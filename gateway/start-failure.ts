import { types } from 'node:util';
import type { Config } from './config.ts';

/** What an error of a start means to the person at the terminal, by its code. */
const meanings: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${String(port)} on ${host} is already in use. Stop the other program or set PORT.`,
  EACCES: ({ host, port }) =>
    `Not allowed to listen on port ${String(port)} of ${host}. Set PORT to 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine.`,
  ENOTFOUND: () => 'The host of DATABASE_URL or HOST is not known.',
  ECONNREFUSED: () => 'The database server of DATABASE_URL refuses connections. Is it running?',
  ETIMEDOUT: () => 'The database server of DATABASE_URL does not answer.',
  P1000: () => 'The database server does not accept the user or password of DATABASE_URL.',
  P1001: () => 'The database server of DATABASE_URL cannot be reached. Is it running?',
  P1003: () => 'The database named in DATABASE_URL does not exist.',
  '28P01': () => 'The database server does not accept the user or password of DATABASE_URL.',
  '28000': () => 'The database server does not accept the user or password of DATABASE_URL.',
  '3D000': () => 'The database named in DATABASE_URL does not exist.',
};

/**
 * Why the program cannot start, in one line without secrets: the meaning of a known code anywhere among
 * the causes, else the error's own words.
 */
export function describeStartFailure(error: unknown, config?: Config): string {
  for (const cause of causesOf(error)) {
    const meaning = 'code' in cause ? meanings[String(cause.code)] : undefined;
    if (meaning && config) return meaning(config);
  }
  const message = types.isNativeError(error) ? error.message : String(error);
  const [line = ''] = message.trim().split('\n');
  return withoutPassword(line, config);
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
