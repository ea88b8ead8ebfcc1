import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../gateway/commands/commands.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { settingsTable } from '../../gateway/settings/settings.ts';

async function run(words: string[], environment: Record<string, string> = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const status = await runCommand(words, {
    environment,
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    isInteractive: false,
  });
  return { status, printed: printed.join('\n'), complained: complained.join('\n') };
}

describe('the command line', () => {
  test('settings prints the table', async () => {
    expect(await run(['settings'])).toEqual({
      status: 0,
      printed: settingsTable(),
      complained: '',
    });
  });

  test('sdl prints the schema, or writes it to a file', async () => {
    const { status, printed } = await run(['sdl']);
    expect(status).toBe(0);
    expect(printed).toMatch(/^type Query \{$/m);
    const directory = await mkdtemp(join(tmpdir(), 'store-'));
    const file = join(directory, 'schema.graphql');
    expect(await run(['sdl', file])).toEqual({ status: 0, printed: '', complained: '' });
    expect(await readFile(file, 'utf8')).toBe(`${printed}\n`);
    await rm(directory, { recursive: true });
  });

  test('bad settings are one line each and exit 1', async () => {
    expect(await run(['serve'], { PORT: 'x' })).toEqual({
      status: 1,
      printed: '',
      complained: [
        'Command serve failed: the settings are not valid.',
        '  PORT is "x" but must be a whole number from 0 to 65535.',
      ].join('\n'),
    });
  });

  test('a name that resembles a setting is reported, and the command runs', async () => {
    const environment = { CURENCY: 'EUR', HOME: '/root', SORT: '1', DATABASE_URI: 'elsewhere' };
    expect(await run(['settings'], environment)).toEqual({
      status: 0,
      printed: settingsTable(),
      complained: [
        'CURENCY is not a setting and is ignored. Did you mean CURRENCY?',
        'DATABASE_URI is not a setting and is ignored. Did you mean DATABASE_URL?',
      ].join('\n'),
    });
  });

  test('a database server that is not there is one line and exit 1', async () => {
    const DATABASE_URL = 'postgres://store:s3cret@127.0.0.1:1/store';
    expect(await run(['migrate'], { DATABASE_URL })).toEqual({
      status: 1,
      printed: '',
      complained:
        'Command migrate failed: The database server of DATABASE_URL refuses connections. Is it running?',
    });
  });

  test('key for a user nobody knows is one line and exit 1', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'store-'));
    const DATA_DIR = directory;
    expect((await run(['migrate'], { DATA_DIR })).status).toBe(0);
    expect(await run(['key', 'nobody@example.com'], { DATA_DIR })).toEqual({
      status: 1,
      printed: '',
      complained: 'Command key failed: There is no user with the e-mail nobody@example.com.',
    });
    await rm(directory, { recursive: true });
  });

  test('verify finds nothing in a sound store, and names what is wrong in another', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'store-'));
    const DATA_DIR = directory;
    const where = `embedded, in ${directory}`;
    const migrated = await run(['migrate'], { DATA_DIR });
    expect(migrated).toMatchObject({ status: 0, complained: '' });
    expect(migrated.printed.split('\n').at(-1)).toBe(`The tables are up to date (${where}).`);
    expect(await run(['verify'], { DATA_DIR })).toEqual({
      status: 0,
      printed: `31 invariants checked, 0 violations (${where}).`,
      complained: '',
    });
    const database = await openDatabase({ dataDir: DATA_DIR });
    await database.query("INSERT INTO orders (number, payment_state) VALUES ('R1', 'paid')");
    await database.close();
    expect(await run(['verify'], { DATA_DIR })).toEqual({
      status: 1,
      printed: [
        'The payment_state of an order follows from its payments and total. Violated by: order_id 1, stored paid, derived null',
        `31 invariants checked, 1 violations (${where}).`,
      ].join('\n'),
      complained: '',
    });
    await rm(directory, { recursive: true });
  });
});
