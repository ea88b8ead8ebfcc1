import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../prisma/open-database.ts';
import { readConfig } from '../../gateway/settings/config.ts';
import { listenForMetrics } from '../../gateway/metrics/metrics-listener.ts';
import { describeStartFailure } from '../../gateway/process/start-failure.ts';
import { keepLog } from './support.ts';

const config = readConfig({ DATABASE_URL: 'postgres://store:s3cret@db:5432/store' });
const coded = (code: string, message = 'raw words', cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });

describe('a failed start in one line', () => {
  test.each([
    ['EADDRINUSE', 'Port 3000 on 127.0.0.1 is already in use. Stop the other program or set PORT.'],
    ['ECONNREFUSED', 'The database server of DATABASE_URL refuses connections. Is it running?'],
    ['28P01', 'The database server does not accept the user or password of DATABASE_URL.'],
    ['3D000', 'The database named in DATABASE_URL does not exist.'],
    ['55P03', 'Another program holds a database lock that the start needs. Start again.'],
    ['P2028', 'A database transaction took too long during the start. Start again.'],
  ])('%s has its own words', (code, line) => {
    expect(describeStartFailure(coded(code), config)).toBe(line);
  });

  test.each([
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "store", database "store", no encryption',
      'The database server of DATABASE_URL refuses this user or connection',
    ],
    [
      '42501',
      'permission denied to create extension "pg_trgm"',
      'The database user of DATABASE_URL lacks a permission that the start needs',
    ],
  ])('%s is told with the server’s own first line', (code, reason, meaning) => {
    const failed = coded(code, `${reason}\n  at s3cret`);
    expect(describeStartFailure(failed, config)).toBe(`${meaning}: ${reason}`);
    const ofPrisma = coded(code, `\nInvalid \`prisma.$queryRaw()\` invocation:\n\n\n${reason}`);
    expect(describeStartFailure(ofPrisma, config)).toBe(`${meaning}: ${reason}`);
  });

  test.each([
    ['file', undefined],
    ['file/data', undefined],
    ['file/data/again', 'file/data'],
  ])('a directory that is none: %s', async (name, at) => {
    const directory = await mkdtemp(join(tmpdir(), 'store-start-'));
    try {
      await writeFile(join(directory, 'file'), '');
      const dataDir = join(directory, name);
      const failed = await openDatabase({ dataDir }).catch((error: unknown) => error);
      const line = describeStartFailure(failed, readConfig({ DATA_DIR: dataDir }));
      const what = at === undefined ? dataDir : `${dataDir} cannot be used: ${join(directory, at)}`;
      expect(line).toBe(`DATA_DIR ${what} is a file, or is inside one.`);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('a directory without write permission is not reported as a port', () => {
    const denied = Object.assign(coded('EACCES'), { path: '/srv/store/data', syscall: 'mkdir' });
    expect(describeStartFailure(denied, readConfig({ DATA_DIR: '/srv/store/data' }))).toBe(
      'DATA_DIR /srv/store/data is not writable by this user.',
    );
    const port = Object.assign(coded('EACCES'), { syscall: 'listen', port: 80 });
    expect(describeStartFailure(port, readConfig({ PORT: '80' }))).toBe(
      'Not allowed to listen on port 80 of 127.0.0.1. Set PORT to 1024 or more.',
    );
  });

  test.each([
    ['EACCES', 'is not writable by this user'],
    ['EROFS', 'is on a read-only file system'],
  ])('%s of the lock in the directory is not reported as one of the directory', (code, meaning) => {
    const denied = Object.assign(coded(code), { path: '/srv/store/data/lock', syscall: 'mkdir' });
    expect(describeStartFailure(denied, readConfig({ DATA_DIR: '/srv/store/data' }))).toBe(
      `DATA_DIR /srv/store/data cannot be used: /srv/store/data/lock ${meaning}.`,
    );
  });

  test.each([
    ['EACCES', '/etc/ssl/private/ca.pem', config],
    ['EACCES', '/opt/shop/schema.graphql', readConfig({ DATA_DIR: '/srv/store/data' })],
    ['ENOTDIR', '/srv/store/data.md/schema', readConfig({ DATA_DIR: '/srv/store/data' })],
  ])(
    '%s of %s is told as the system tells it, neither as a port nor as DATA_DIR',
    (code, path, settings) => {
      const failed = Object.assign(coded(code, `${code}: no, open '${path}'`), {
        path,
        syscall: 'open',
      });
      expect(describeStartFailure(failed, settings)).toBe(`${code}: no, open '${path}'`);
    },
  );

  test('a port of METRICS that is taken is not told as that of the store', async () => {
    const { log } = keepLog('silent');
    const figures = { contentType: 'text/plain', read: () => Promise.resolve('') };
    const address = { host: '127.0.0.1', port: 0 };
    const first = await listenForMetrics(figures, address, log);
    const taken = { ...address, port: first.port };
    const failed = await listenForMetrics(figures, taken, log).catch((error: unknown) => error);
    await first.stop();
    const line = describeStartFailure(failed, readConfig({ METRICS: String(first.port) }));
    expect(line).toBe(
      `Port ${String(first.port)} on 127.0.0.1 is already in use. Stop the other program or set METRICS.`,
    );
  });

  test('the code may lie among the causes', () => {
    const wrapped = new Error('outer', { cause: new AggregateError([coded('ECONNREFUSED')]) });
    expect(describeStartFailure(wrapped, config)).toBe(
      'The database server of DATABASE_URL refuses connections. Is it running?',
    );
  });

  test('for errors of Prisma the database names the cause', () => {
    const meta = { driverAdapterError: { cause: { originalCode: '55P03' } } };
    const error = Object.assign(coded('P2010', '\nInvalid `prisma.$queryRaw()` invocation:'), {
      meta,
    });
    expect(describeStartFailure(error, config)).toBe(
      'Another program holds a database lock that the start needs. Start again.',
    );
  });

  test('a connection that does not come in time is a server that does not answer', async () => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, connectionTimeoutMillis: 20 };
    const pool = new pg.Pool({ ...address, max: 1 });
    // a new connection of a pool, one that waits for it, and one beside the pool have messages of their own
    const connecting = [pool.connect(), pool.connect(), new pg.Client(address).connect()];
    const failures = await Promise.allSettled(connecting);
    await pool.end();
    silent.close();
    const lines = failures.map((one) =>
      one.status === 'rejected' ? describeStartFailure(one.reason, config) : 'connected',
    );
    expect(new Set(lines)).toEqual(
      new Set(['The database server of DATABASE_URL does not respond.']),
    );
  });

  test('Prisma’s errors are reported by their last line, the reason', () => {
    const error = new Error(
      '\nInvalid `prisma.user.create()` invocation:\n\n\nThe disk is full.\n',
    );
    expect(describeStartFailure(error, config)).toBe('The disk is full.');
  });

  test('other errors speak for themselves, in their first line and without the password', () => {
    const error = new Error('cannot use postgres://store:s3cret@db:5432/store with s3cret\n  at x');
    expect(describeStartFailure(error, config)).toBe('cannot use DATABASE_URL with [secret]');
  });
});
