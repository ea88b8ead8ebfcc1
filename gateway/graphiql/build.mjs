import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { unlessMade } from '../../build/unless-made.mjs';

const room = import.meta.dirname;
const page = path.join(room, 'page');
const files = path.join(room, 'files');

/** The page's script, and those of its workers by what the editor calls them. */
const entryPoints = {
  graphiql: path.join(page, 'main.js'),
  'worker-editor': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'worker-graphql': 'monaco-graphql/esm/graphql.worker.js',
  'worker-json': 'monaco-editor/esm/vs/language/json/json.worker.js',
};

/** What prettifies: GraphiQL loads UMD files by these names, whose exports esbuild does not see, so it gets modules. */
const parserModules = {
  'prettier/parser-babel': 'prettier/plugins/babel',
  'prettier/parser-graphql': 'prettier/plugins/graphql',
};

/** The editor brings its own old copy of DOMPurify; the package takes its place. */
const currentPurifier = {
  name: 'current-purifier',
  setup(bundle) {
    let replaced = 0;
    bundle.onLoad({ filter: /monaco-editor[\\/].*[\\/]dompurify\.js$/ }, () => {
      replaced += 1;
      const contents = `import purify from 'dompurify';
export default purify;
export const { addHook, removeHook, removeAllHooks, sanitize, isSupported, version } = purify;`;
      return { contents, resolveDir: room };
    });
    bundle.onEnd(() => {
      if (replaced !== 1) throw new Error(`${replaced} copies of DOMPurify were replaced, not 1.`);
    });
  },
};

/** A tab that holds a button to close it is no tab to who hears the page; it is an entry of a list. */
const tabsAsList = {
  name: 'tabs-as-list',
  setup(bundle) {
    const changes = [
      ['"aria-selected": isActive', '"aria-current": isActive'],
      ['role: "tab",', ''],
      ['role: "tablist",', ''],
    ];
    bundle.onLoad(
      { filter: /@graphiql[\\/]react[\\/].*[\\/]tabs[\\/]index\.js$/ },
      async (file) => {
        let contents = await readFile(file.path, 'utf8');
        for (const [from, to] of changes) {
          if (!contents.includes(from)) throw new Error(`The tabs of GraphiQL lack ${from}.`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: 'js' };
      },
    );
  },
};

/** GraphiQL's style sheet has all of the editor's, so what its modules ask for is left out. */
const oneStyleSheet = {
  name: 'one-style-sheet',
  setup(bundle) {
    bundle.onLoad({ filter: /monaco-editor[\\/]esm[\\/].*\.css$/ }, () => ({
      contents: '',
      loader: 'empty',
    }));
  },
};

async function bundle() {
  const { outputFiles } = await build({
    entryPoints,
    absWorkingDir: room,
    outdir: files,
    write: false,
    bundle: true,
    alias: parserModules,
    external: ['/pages/*'],
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    legalComments: 'eof',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [currentPurifier, oneStyleSheet, tabsAsList],
    logLevel: 'error',
  });
  const names = outputFiles.map((file) => path.basename(file.path));
  const address = (entry, ending) => {
    const name = names.find((one) => one.startsWith(`${entry}-`) && one.endsWith(ending));
    if (name === undefined) throw new Error(`No file was made for ${entry}${ending}.`);
    return `/graphiql/${name}`;
  };
  return { outputFiles, address };
}

/** Writes a file and its compressed forms. */
async function write(folder, name, contents) {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(contents, { level: 9 }),
  ]);
  await writeFile(path.join(folder, name), contents);
  await writeFile(path.join(folder, `${name}.br`), br);
  await writeFile(path.join(folder, `${name}.gz`), gz);
}

/** The page with the addresses of what it loads; they name contents, so they may be kept for ever. */
async function fillIn(address) {
  const workers = Object.fromEntries(
    ['editor', 'graphql', 'json'].map((name) => [name, address(`worker-${name}`, '.js')]),
  );
  const values = {
    style: address('graphiql', '.css'),
    script: address('graphiql', '.js'),
    workers: JSON.stringify(workers),
  };
  const html = await readFile(path.join(page, 'index.html'), 'utf8');
  return html.replace(/\{\{(\w+)\}\}/g, (_mark, name) => values[name]);
}

/** Ignores an error with a code. */
const passOver = (code) => (error) => {
  if (error.code !== code) throw error;
};

/**
 * Makes the files of the GraphiQL page from the packages in node_modules, some seconds. A reader finds all files
 * of one build, with their mark, or none.
 */
async function make(mark) {
  const { outputFiles, address } = await bundle();
  const fresh = `${files}-${process.pid}`;
  const old = `${fresh}-old`;
  try {
    await mkdir(fresh);
    await Promise.all(
      outputFiles.map((file) => write(fresh, path.basename(file.path), file.contents)),
    );
    await writeFile(path.join(fresh, 'index.html'), await fillIn(address));
    mark(fresh);
    // moved as a whole, because another build may put its files there meanwhile
    await rename(files, old).catch(passOver('ENOENT'));
    await rename(fresh, files).catch(passOver('ENOTEMPTY'));
  } finally {
    for (const folder of [fresh, old]) await rm(folder, { recursive: true, force: true });
  }
}

await unlessMade(
  'gateway/graphiql/files',
  ['package-lock.json', 'gateway/graphiql/build.mjs', 'gateway/graphiql/page'],
  make,
);
