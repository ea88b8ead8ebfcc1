import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents. Node's recursive mkdir loops forever, and ignores signals, where a file system
 * refuses directories although the parent exists, as below /proc. Throws the file system's error.
 */
export function makeDirectory(directory: string): void {
  const above = dirname(directory);
  if (!existsSync(above)) makeDirectory(above);
  try {
    mkdirSync(directory);
  } catch (error) {
    const isThere = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isThere) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw new Error(`${directory} cannot be created: directories cannot be created in ${above}.`);
    }
    throw error;
  }
}
