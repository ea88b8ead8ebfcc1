import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/wasm-typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
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
  await mkdir(join(root, '.cache'), { recursive: true });
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

async function translate(path: string): Promise<string> {
  const { code } = await transform(await readFile(path, 'utf8'), { mode: 'strip-only' });
  return code.replace(relativeImport, '$1$2$3.js$2');
}
