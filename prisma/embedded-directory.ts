import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lies in the directory from before the first file of the database until after the last. */
const unfinishedMark = 'unfinished';

/** The file that the database takes a directory with for its own. */
const ownFile = 'PG_VERSION';

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
  mkdirSync(directory, { recursive: true });
  writeFileSync(mark, '');
  return () => {
    rmSync(mark);
  };
}

/** What the database makes in its directory; anything else is somebody else's. */
const ownNames =
  /^(?:base|global|pg_\w+(?:\.conf)?|postgresql\S*\.conf|postmaster\.\w+|PG_VERSION)$/;

/** The mark stays, because this may be killed as well. */
function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (ownNames.test(name)) rmSync(join(directory, name), { recursive: true });
  }
}
