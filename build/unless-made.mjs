import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Node.js 18 has no import.meta.dirname
const root = fileURLToPath(new URL('..', import.meta.url));

/** Ends the build with one line if it cannot work here. */
function refuse(reason) {
  console.error(reason);
  process.exit(1);
}
const [major, minor] = process.versions.node.split('.').map(Number);
const leastMinor = { 20: 19, 22: 12 }[major] ?? (major < 24 ? Infinity : 0);
if (minor < leastMinor)
  refuse(`This needs Node.js 20.19, 22.12, or 24 and newer, and runs on ${process.version}.`);

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
 * Builds a directory of files unless it was built from the same inputs: it contains their digest, which `make`
 * leaves by `mark(directory)` when all other files are there. A build that fails leaves no digest. Whoever waits at a
 * terminal reads what is built.
 */
export async function unlessMade(folder, inputs, make) {
  const markIn = (directory) => path.join(directory, 'inputs');
  const made = markIn(path.join(root, folder));
  const wanted = digest(inputs);
  let found;
  try {
    found = readFileSync(made, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (found === wanted) return;
  if (!existsSync(path.join(root, 'node_modules/typescript')))
    refuse(
      'The packages of the build are missing: run npm ci --include=dev, also with NODE_ENV=production.',
    );
  rmSync(made, { force: true });
  if (process.stderr.isTTY) console.error(`Building ${folder}`);
  const mark = (directory) => {
    writeFileSync(markIn(directory), wanted);
  };
  await make(mark, found !== undefined);
}

/** The path of a file from the root. */
export const at = (...parts) => path.join(root, ...parts);
