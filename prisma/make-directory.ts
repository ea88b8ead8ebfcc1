import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it. Node's own way tries for ever, deaf to signals, where a disk takes
 * no directories although the one above is there, as below /proc. Throws the error of the file system.
 * Decision: O13.
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
      throw new Error(`${directory} cannot be made: ${above} takes no directories.`);
    }
    throw error;
  }
}
