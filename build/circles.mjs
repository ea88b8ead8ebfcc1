import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const isSource = (file) => /\.(ts|mjs|js)$/.test(file) && !/(^|\/)(generated|files)\//.test(file);

/** The files in folders, each with the files among them that it imports; imports of types count. */
export function importsOf(root, folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(root, folder, name))
      .filter((file) => isSource(path.relative(root, file).split(path.sep).join('/'))),
  );
  const known = new Set(files);
  const imported = (file) =>
    ts
      .preProcessFile(readFileSync(file, 'utf8'))
      .importedFiles.map(({ fileName }) => path.resolve(path.dirname(file), fileName))
      .filter((target) => known.has(target));
  return new Map(files.map((file) => [file, imported(file)]));
}

/** The rooms of a table, each with those that its row names: their circles are found as those of files are. */
export const rowsOf = (table) =>
  new Map(Object.entries(table).map(([room, row]) => [room, row.rooms]));

/** The shortest way from a file over its imports back to it; undefined if there is none. */
export function circleThrough(imports, file) {
  const ways = [[file]];
  const reached = new Set();
  for (const way of ways) {
    for (const target of imports.get(way.at(-1)) ?? []) {
      if (target === file) return [...way, file];
      if (!reached.has(target)) ways.push([...way, target]);
      reached.add(target);
    }
  }
  return undefined;
}
