import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const kept = path.join(import.meta.dirname, '../../../.cache/stripped-sources');
mkdirSync(kept, { recursive: true });

/** What the result depends on beside its source. */
const { version } = createRequire(import.meta.url)('@swc/wasm-typescript/package.json');
const options = { mode: 'strip-only' };

/**
 * A file of TypeScript without its types, every other character where it was. Kept by the hash of the source: all
 * processes of all runs strip a source once, because it takes longer than to load it. Throws what the compiler says
 * of a file that it cannot read.
 */
export async function stripped(filename) {
  const source = readFileSync(filename, 'utf8');
  const hash = createHash('sha256')
    .update(JSON.stringify([version, options, source]))
    .digest('hex');
  const result = path.join(kept, `${hash}.js`);
  if (existsSync(result)) return readFileSync(result, 'utf8');
  // not loaded where everything is kept
  const { transform } = await import('@swc/wasm-typescript');
  const { code } = await transform(source, { ...options, filename });
  const written = `${result}.${randomUUID()}`;
  writeFileSync(written, code);
  // renamed at the end, because other processes may be looking for it
  renameSync(written, result);
  return code;
}
