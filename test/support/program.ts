import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripped } from './runner/stripped.mjs';

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
          const text = await stripped(source);
          await writeFile(
            target.replace(/\.ts$/, '.js'),
            text.replace(relativeImport, '$1$2$3.js$2'),
          );
        } else await cp(source, target);
      }),
    );
  }
  return { entry: join(directory, 'gateway/cli.js'), directory };
}
