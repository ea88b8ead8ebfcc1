import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

type Make = (mark: (directory: string) => void, isThere: boolean) => void | Promise<void>;

const root = path.join(import.meta.dirname, '../..');
const { unlessMade } = (await import(path.join(root, 'build/unless-made.mjs'))) as {
  readonly unlessMade: (folder: string, inputs: readonly string[], make: Make) => Promise<void>;
};

const folder = `.cache/unless-made-${String(process.pid)}`;
const files = path.join(root, folder);
const fresh = `${files}-fresh`;
const clear = async (): Promise<void> => {
  for (const one of [files, fresh]) await rm(one, { recursive: true, force: true });
};
beforeEach(clear);
afterEach(clear);

/** Writes one file beside the directory, marks it, and puts all of it in place at once. */
const make: Make = async (mark) => {
  await mkdir(fresh, { recursive: true });
  await writeFile(path.join(fresh, 'page.html'), 'page');
  mark(fresh);
  await rm(files, { recursive: true, force: true });
  await rename(fresh, files);
};

describe('a directory of built files', () => {
  test('is built once for the same inputs, and again for others', async () => {
    const built: boolean[] = [];
    const build = (input: string): Promise<void> =>
      unlessMade(folder, [input], async (mark, isThere) => {
        built.push(isThere);
        await make(mark, isThere);
      });
    await build('package.json');
    await build('package.json');
    expect(built).toEqual([false]);
    await build('tsconfig.json');
    expect(built).toEqual([false, true]);
    expect(await readFile(path.join(files, 'page.html'), 'utf8')).toBe('page');
  });

  test('never holds its mark alone, when another build takes the files away', async () => {
    await unlessMade(folder, ['package.json'], async (mark, isThere) => {
      await make(mark, isThere);
      await rm(files, { recursive: true });
    });
    expect(existsSync(files)).toBe(false);
    await unlessMade(folder, ['package.json'], make);
    expect((await readdir(files)).sort()).toEqual(['inputs', 'page.html']);
  });

  test('has no mark after a build that failed, so that the next one builds it', async () => {
    await unlessMade(folder, ['package.json'], make);
    const failing = unlessMade(folder, ['tsconfig.json'], () => {
      throw new Error('no space');
    });
    await expect(failing).rejects.toThrow('no space');
    expect(await readdir(files)).toEqual(['page.html']);
  });
});
