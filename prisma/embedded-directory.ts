import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/** Is in the directory from before the first file of the database until after the last. */
const unfinishedMark = 'unfinished';

/** The file that the database takes a directory with for its own. */
const ownFile = 'PG_VERSION';

/** What a PostgreSQL server writes into its directory, and the embedded database never. */
const serverFile = 'postmaster.opts';

/** What the database makes in its directory; anything else is somebody else's. */
const ownNames =
  /^(?:base|global|pg_\w+(?:\.conf)?|postgresql\S*\.conf|postmaster\.\w+|PG_VERSION)$/;

/** What an empty directory may hold: the root of a disk, or one that git keeps. */
const nothing = /^(?:lost\+found|\.git(?:keep|ignore))$/;

/** A directory that is not the embedded database's and must not become it. */
export class ForeignDirectory extends Error {
  override readonly name = 'ForeignDirectory';
}

/**
 * What a directory is to the embedded database.
 * - `missing`   it is not there
 * - `empty`     a database can be made in it
 * - `begun`     one was begun in it, and is made again
 * - `made`      it holds one
 *
 * Throws ForeignDirectory for one that holds anything else, the files of a PostgreSQL server included.
 * Decision: O13.
 */
export function lookAtDirectory(directory: string): 'missing' | 'empty' | 'begun' | 'made' {
  if (!existsSync(directory)) return 'missing';
  const names = readdirSync(directory);
  if (names.includes(unfinishedMark)) return 'begun';
  if (names.includes(serverFile)) {
    throw new ForeignDirectory(
      `${directory} belongs to a PostgreSQL server. Name another directory, or the server by DATABASE_URL.`,
    );
  }
  if (names.includes(ownFile)) return 'made';
  if (names.every((name) => nothing.test(name))) return 'empty';
  throw new ForeignDirectory(
    `${directory} holds other files and no store. Name another directory, or one that is empty or not there.`,
  );
}

/**
 * Prepares the directory of the embedded database for being opened, by the process that has locked it, and
 * gives what to call when it is open. A new one is marked until then: what a killed process left of its
 * making is thrown away and made again, because the database would take the half for a whole.
 * Decision: Q66.
 */
export function beginDirectory(directory: string): () => void {
  const mark = join(directory, unfinishedMark);
  if (existsSync(mark)) empty(directory);
  else if (existsSync(join(directory, ownFile))) return () => undefined;
  makeDirectory(directory);
  writeFileSync(mark, '');
  return () => {
    rmSync(mark);
  };
}

/** The mark stays, because this may be killed as well. */
function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true });
  }
}

/**
 * Removes the embedded database from its directory, by the process that has locked it, and the directory where
 * nothing else is in it. What is left by a process killed here counts as begun.
 */
export function removeDirectory(directory: string): void {
  const mark = join(directory, unfinishedMark);
  writeFileSync(mark, '');
  empty(directory);
  rmSync(mark);
  if (readdirSync(directory).length === 0) rmdirSync(directory);
}
