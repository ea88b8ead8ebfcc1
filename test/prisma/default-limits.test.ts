import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Database, standardLimits, standardWaitMs } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { patienceMs } from '../../prisma/shares/fair-queue.ts';
import { openTestDatabase, testedKinds, urlOf } from '../support/database.ts';
import { untilServed } from '../support/until-served.ts';

const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');

/** The milliseconds that the page tells of a row of its first table, for either kind of database. */
function toldMs(row: string): Record<Database['kind'], number[]> {
  const [, server = '', embedded = ''] = new RegExp(
    `^\\| ${row}[^|]*\\|([^|]*)\\|([^|]*)\\|$`,
    'm',
  ).exec(page) ?? [''];
  const secondsIn = (cell: string) => {
    const words = cell.split(/[ ,;]/);
    return words.flatMap((word, at) => (words[at + 1] === 's' ? [Number(word) * 1_000] : []));
  };
  return { server: secondsIn(server), embedded: secondsIn(embedded) };
}

describe('N53, A41: the limits are those that docs/reliability.md tells', () => {
  test('of a connection and a lock', () => {
    const { server, embedded } = standardWaitMs;
    expect(toldMs('timeout of waiting for a connection, for a lock')).toEqual({
      server: [server, server],
      embedded: [embedded],
    });
  });

  test('of a read and a write', () => {
    const both = [standardLimits.readMs, standardLimits.writeMs];
    expect(toldMs('timeout of a read, of a write')).toEqual({ server: both, embedded: both });
  });

  test('of the queue of writes', () => {
    expect(toldMs('timeout in the queue of writes')).toEqual({
      server: [standardWaitMs.server, patienceMs],
      embedded: [standardLimits.writeMs, patienceMs],
    });
  });
});

if (testedKinds.includes('server')) {
  test('N53, A41: a connection to a server has them without being told, outside of a write and in one', async () => {
    const copy = await openTestDatabase({ kind: 'server' });
    const [row] = await copy.query('SELECT current_database() AS name');
    const url = urlOf(String(row?.['name']));
    const database = await untilServed(() => openDatabase({ url }));
    const { client } = database;
    const show = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`;
    const shown = [
      await untilServed(() => client.$queryRawUnsafe(show)),
      await untilServed(() => client.$transaction((tx) => tx.$queryRawUnsafe(show))),
      await untilServed(() => database.query(show)),
    ];
    await database.close();
    await copy.close();
    const [[, lock = 0], [read = 0, write = 0]] = [
      toldMs('timeout of waiting for a connection, for a lock').server,
      toldMs('timeout of a read, of a write').server,
    ];
    const spelled = (milliseconds: number) => `${String(milliseconds / 1_000)}s`;
    expect(shown).toEqual(
      [read, write, read].map((statement) => [
        { lock: spelled(lock), statement: spelled(statement) },
      ]),
    );
  });
}
