import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Files that import one of these, directly or not, open a database or start the program. */
const openers = [
  'prisma/open-database.ts',
  'prisma/embedded/embedded-engine.ts',
  'test/support/program.ts',
];

/** An import that is executed when the file is loaded; type imports are removed before. */
const carriedOut = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'(\.[^']+)';$/gm;

/** The test files in folders of the root that open no database, relative to it: `npm run test:fast`. */
export function testsWithoutDatabase(root, folders) {
  const targets = new Set(openers.map((file) => join(root, file)));
  const reached = new Map();
  const reachesOpener = (file) => {
    if (targets.has(file)) return true;
    const known = reached.get(file);
    if (known !== undefined) return known;
    // files in an import cycle are decided by the others
    reached.set(file, false);
    const found = importsOf(file).some(reachesOpener);
    reached.set(file, found);
    return found;
  };
  return folders
    .flatMap((folder) => testFiles(join(root, folder)))
    .filter((file) => !reachesOpener(file))
    .map((file) => relative(root, file));
}

const testFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

function importsOf(file) {
  if (!file.endsWith('.ts')) return [];
  const source = readFileSync(file, 'utf8');
  return Array.from(source.matchAll(carriedOut), ([, path]) => resolve(dirname(file), path)).filter(
    (path) => !path.includes('/generated/'),
  );
}
