import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** A digest of files and of all files in directories, by path from the root. */
function digest(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    const isFolder = statSync(path.join(root, input)).isDirectory();
    const names = isFolder ? readdirSync(path.join(root, input), { recursive: true }).sort() : [''];
    for (const name of names) {
      const file = path.join(root, input, name);
      if (statSync(file).isFile()) hash.update(`${input}/${name}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * Builds a directory of files unless it was built from the same inputs: it contains their digest. A build that
 * fails leaves no digest. Whoever waits at a terminal reads what is built.
 */
export async function unlessMade(folder, inputs, make) {
  const mark = path.join(root, folder, 'inputs');
  const wanted = digest(inputs);
  let found;
  try {
    found = readFileSync(mark, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (found === wanted) return;
  rmSync(mark, { force: true });
  if (process.stderr.isTTY) console.error(`Building ${folder}`);
  await make(found !== undefined);
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}

/** The path of a file from the root. */
export const at = (...parts) => path.join(root, ...parts);
