import { expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Circles {
  readonly importsOf: (
    root: string,
    folders: readonly string[],
  ) => ReadonlyMap<string, readonly string[]>;
  readonly circleThrough: (
    imports: ReadonlyMap<string, readonly string[]>,
    file: string,
  ) => readonly string[] | undefined;
  readonly rowsOf: (table: Table) => ReadonlyMap<string, readonly string[]>;
}

/** Rooms of the lint rules, each with those that it may import. */
type Table = Readonly<Record<string, { readonly rooms: readonly string[] }>>;

const root = path.join(import.meta.dirname, '..');
const { importsOf, circleThrough, rowsOf } = (await import(
  path.join(root, 'build/circles.mjs')
)) as Circles;

/** The shortest circle through each file, by names without folder. */
const circlesIn = (at: string, folders: readonly string[]) => {
  const imports = importsOf(at, folders);
  return [...imports.keys()].flatMap((file) => {
    const way = circleThrough(imports, file);
    return way ? [way.map((step) => path.basename(step)).join(' ')] : [];
  });
};

/** The circles of files with these contents, in two folders. */
async function circlesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'circles-'));
  try {
    for (const name of ['low', 'high']) await mkdir(path.join(folder, name));
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(folder, name), text);
    return circlesIn(folder, ['low', 'high']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const { rooms } = (await import(path.join(root, 'build/rooms.mjs'))) as { readonly rooms: Table };

/** The shortest circle through each room. */
const circlesAmong = (table: Table): readonly string[] => {
  const rows = rowsOf(table);
  return Object.keys(table).flatMap((room) => circleThrough(rows, room)?.join(' ') ?? []);
};

test('No room may import itself over others.', () => {
  expect(Object.keys(rooms).length).toBeGreaterThan(30);
  expect(circlesAmong(rooms)).toEqual([]);
});

test('A circle is found that closes with a row of the table.', () => {
  const table = {
    ground: { rooms: [] },
    stock: { rooms: ['ground'] },
    orders: { rooms: ['stock'] },
  };
  expect(circlesAmong(table)).toEqual([]);
  expect(circlesAmong({ ...table, ground: { rooms: ['orders'] } })).toEqual([
    'ground orders stock ground',
    'stock ground orders stock',
    'orders stock ground orders',
  ]);
});

test('No file imports itself over others, be it of the program or of what tries it out.', () => {
  const folders = ['prisma', 'schema', 'rest', 'gateway', 'build', 'bench', 'reliability', 'test'];
  expect(importsOf(root, folders).size).toBeGreaterThan(1_000);
  expect(circlesIn(root, folders)).toEqual([]);
});

test.each([
  ['a type', "import type { B } from '../high/b.ts';"],
  ['a type where it is used', "export type A = import('../high/b.ts').B;"],
  ['what it passes on', "export * from '../high/b.ts';"],
  ['a file as it runs', "export const load = () => import('../high/b.ts');"],
])('A circle is found that closes with an import of %s.', async (_what, text) => {
  const files = { 'low/a.ts': text, 'high/b.ts': "import '../low/c.ts';" };
  const far = {
    ...files,
    'low/c.ts': "import { a } from './a.ts';",
    'low/d.ts': "import './a.ts';",
  };
  expect(await circlesOf(far)).toEqual([
    'a.ts b.ts c.ts a.ts',
    'c.ts a.ts b.ts c.ts',
    'b.ts c.ts a.ts b.ts',
  ]);
  expect(await circlesOf({ ...files, 'low/c.ts': '' })).toEqual([]);
});
