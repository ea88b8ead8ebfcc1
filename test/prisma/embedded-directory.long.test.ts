import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../prisma/open-database.ts';
import { beginDirectory } from '../../prisma/embedded/embedded-directory.ts';

let folder: string;
let directory: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-directory-'));
  directory = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

describe('The making of the embedded database’s directory', () => {
  test('What a killed process left half made is thrown away and made again.', async () => {
    beginDirectory(directory);
    // the file by which PGlite would take the database for a complete one
    await writeFile(join(directory, 'PG_VERSION'), '18\n');
    await mkdir(join(directory, 'base'));
    await writeFile(join(directory, 'base', 'half'), '');
    const database = await openDatabase({ dataDir: directory });
    const rows = await database.query('SELECT 1 AS one');
    await database.close();
    expect(rows).toEqual([{ one: 1 }]);
    expect(existsSync(join(directory, 'base', 'half'))).toBe(false);
  });

  test('A directory that was opened once is whole, and keeps what is in it.', async () => {
    const first = await openDatabase({ dataDir: directory });
    const names = await readdir(directory);
    await first.script('CREATE TABLE kept (id INT); INSERT INTO kept VALUES (7)');
    await first.close();
    const again = await openDatabase({ dataDir: directory });
    const rows = await again.query('SELECT id FROM kept');
    await again.close();
    expect(names).not.toContain('unfinished');
    expect(rows).toEqual([{ id: 7 }]);
  });

  test('What else lies in the directory stays, even when the making is killed and done again.', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'note.txt'), 'of the operator');
    beginDirectory(directory);
    const database = await openDatabase({ dataDir: directory });
    const whole = await readdir(directory);
    await database.close();
    await writeFile(join(directory, 'unfinished'), '');
    beginDirectory(directory);
    expect(whole).toContain('note.txt');
    expect((await readdir(directory)).sort()).toEqual(['lock', 'note.txt', 'unfinished']);
  });

  test('One whose throwing away was interrupted is still known as half made.', async () => {
    beginDirectory(directory);
    await writeFile(join(directory, 'PG_VERSION'), '18\n');
    beginDirectory(directory);
    expect(await readdir(directory)).toEqual(['unfinished']);
    beginDirectory(directory)();
    expect(await readdir(directory)).toEqual([]);
  });
});
