import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/** Marker file: exists from before the first file of the database is created until the database is complete. */
const unfinishedMark = 'unfinished';

/** The file by which PGlite recognizes a data directory. */
const ownFile = 'PG_VERSION';

/** Files that a PostgreSQL server writes to its directory, and PGlite never does. */
const serverFile = 'postmaster.opts';

/** Files that PGlite creates; anything else is not ours. */
const ownNames =
  /^(?:base|global|pg_\w+(?:\.conf)?|postgresql\S*\.conf|postmaster\.\w+|PG_VERSION)$/;

/** What may be in an empty directory: the lock, the root of a disk, or a directory kept by git. */
const nothing = /^(?:lock|lost\+found|\.git(?:keep|ignore))$/;

/** The directory contains other files and must not become the embedded database's. */
export class ForeignDirectory extends Error {
  override readonly name = 'ForeignDirectory';
}

/**
 * State of a data directory.
 * - `missing`   does not exist
 * - `empty`     a database can be created in it
 * - `begun`     creation was interrupted; it is created again
 * - `made`      contains a database
 *
 * Throws ForeignDirectory if it contains anything else, including the files of a PostgreSQL server.
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
 * Prepares a locked data directory for opening; returns a function to call once the database is open. A new
 * database is marked until then. If a process was killed while creating one, its files are deleted and it is
 * created again, because PGlite would take the incomplete database for a complete one.
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

/** The mark stays, because this process may be killed too. */
function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true });
  }
}

/**
 * Deletes the embedded database from a locked directory; the directory itself and its lock stay. If the process is
 * killed halfway, the rest counts as `begun`.
 */
export function removeDirectory(directory: string): void {
  const mark = join(directory, unfinishedMark);
  writeFileSync(mark, '');
  empty(directory);
  rmSync(mark);
}
