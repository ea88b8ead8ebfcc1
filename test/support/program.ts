import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/wasm-typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const kept = join(root, '.cache/translated-sources');
const layers = ['prisma', 'schema', 'rest', 'gateway'];

/** Matches imports between files of the repository: their extension changes when compiled. */
const relativeImport = /(\bfrom\s*|\bimport\s*(?:\(\s*)?)(["'])(\.{1,2}\/[^"']+)\.ts\2/g;

/**
 * Compiles the program for child processes, as the build does but without type checks, and returns its entry.
 * It is inside the repository, because it needs the packages; the caller removes its directory.
 */
export async function translateProgram(): Promise<{
  readonly entry: string;
  readonly directory: string;
}> {
  await mkdir(kept, { recursive: true });
  const directory = await mkdtemp(join(root, '.cache/test-program-'));
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
  for (const layer of layers) {
    const names = await readdir(join(root, layer), { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'));
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const source = join(parentPath, name);
        const target = join(directory, source.slice(root.length));
        await mkdir(dirname(target), { recursive: true });
        if (name.endsWith('.ts')) {
          await writeFile(target.replace(/\.ts$/, '.js'), await translate(source));
        } else await cp(source, target);
      }),
    );
  }
  return { entry: join(directory, 'gateway/cli.js'), directory };
}

/** What a translation depends on beside its source. */
const { version } = createRequire(import.meta.url)('@swc/wasm-typescript/package.json') as {
  version: string;
};

const options = { mode: 'strip-only' } as const;
const ofTranslated = '$1$2$3.js$2';

/** Kept by the hash of the source, because translating all of them takes seconds. */
async function translate(path: string): Promise<string> {
  const source = await readFile(path, 'utf8');
  const hash = createHash('sha256')
    .update(JSON.stringify([version, options, String(relativeImport), ofTranslated, source]))
    .digest('hex');
  const translated = join(kept, `${hash}.js`);
  const known = await readFile(translated, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const { code } = await transform(source, options);
  const text = code.replace(relativeImport, ofTranslated);
  const written = `${translated}.${randomUUID()}`;
  await writeFile(written, text);
  // renamed at the end, because other processes may be looking for it
  await rename(written, translated);
  return text;
}
