import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { format, resolveConfig } from 'prettier';
import { readConfig } from '../gateway/settings/config.ts';
import { type RunningStore, startServer } from '../gateway/process/server.ts';

const run = promisify(execFile);
const key = 'the-key-that-the-documents-use-0123456789';

/** A command or a query of a document, and the response below it. */
interface Example {
  readonly language: 'sh' | 'graphql';
  readonly text: string;
  /** What the response contains; it may contain more. */
  readonly shown: unknown;
}

const fences = /```(sh|graphql)\n(.*?)```(?:\n\n```json\n(.*?)```)?/gs;

const urlOf = (document: string): URL => new URL(`../${document}`, import.meta.url);

async function examplesOf(document: string): Promise<Example[]> {
  const text = await readFile(urlOf(document), 'utf8');
  return [...text.matchAll(fences)].map(([, language, example = '', shown = '{}']) => ({
    language: language as Example['language'],
    text: example,
    shown: JSON.parse(shown) as unknown,
  }));
}

/** Runs a command as a reader pastes it, and returns the status and the response of its last request. */
async function paste(command: string, url: string): Promise<{ status: string; answer: unknown }> {
  const line = command.replaceAll('http://127.0.0.1:3000', url);
  const shell = `curl() { command curl -w '\\n%{http_code}' "$@"; }\n${line}`;
  const { stdout } = await run('bash', ['-c', shell], {
    env: { ...process.env, ADMIN_API_KEY: key },
  });
  const [status = '', ...lines] = stdout.split('\n').reverse();
  return { status, answer: JSON.parse(lines.reverse().join('\n')) as unknown };
}

async function ask(query: string, url: string): Promise<{ status: string; answer: unknown }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': key },
    body: JSON.stringify({ query }),
  });
  return { status: String(response.status), answer: await response.json() };
}

/** Whether to write the responses into the document: `npm run generate:examples`. */
const isWriting = process.env['WRITE_EXAMPLES'] === '1';
const written = 'docs/graphql.md';

/** Replaces the responses below the queries of a document, in their order. */
async function writeResponses(document: string, responses: readonly object[]): Promise<void> {
  const url = urlOf(document);
  const rest = [...responses];
  const text = (await readFile(url, 'utf8')).replaceAll(
    /(```graphql\n.*?```)(\n\n```json\n.*?```)?/gs,
    (_all, query: string, shown?: string) => {
      const response = JSON.stringify(rest.shift());
      return shown === undefined ? query : `${query}\n\n\`\`\`json\n${response}\n\`\`\``;
    },
  );
  const style = await resolveConfig(url);
  await writeFile(url, await format(text, { ...style, parser: 'markdown' }));
}

const documents = [
  { document: 'README.md', least: 7, examples: await examplesOf('README.md') },
  { document: 'docs/formats.md', least: 9, examples: await examplesOf('docs/formats.md') },
  { document: 'docs/endpoints.md', least: 10, examples: await examplesOf('docs/endpoints.md') },
  { document: written, least: 12, examples: await examplesOf(written) },
  { document: 'docs/stock.md', least: 4, examples: await examplesOf('docs/stock.md') },
];

/** A store with its sample, which each document gets a copy of. */
let made: string;

const start = (dataDir: string): Promise<RunningStore> =>
  startServer(
    readConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_API_KEY: key, LOG_LEVEL: 'silent' }),
    { progress: () => undefined, onKeyMade: () => undefined },
  );

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'store-documents-'));
  await (await start(join(made, 'data'))).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

const chosen = documents.filter(({ document }) => !isWriting || document === written);

describe.each(chosen)('The examples of $document, from its first to its last', (row) => {
  let directory: string;
  let store: RunningStore;
  const responses: object[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-documents-'));
    await cp(join(made, 'data'), join(directory, 'data'), { recursive: true });
    store = await start(join(directory, 'data'));
  });

  afterAll(async () => {
    await store.stop();
    await rm(directory, { recursive: true, force: true });
    if (isWriting) await writeResponses(row.document, responses);
  });

  test('are there', () => {
    expect(row.examples.length).toBeGreaterThanOrEqual(row.least);
  });

  test.each(row.examples)('answers as shown: $text', async ({ language, text, shown }) => {
    const given = language === 'sh' ? await paste(text, store.url) : await ask(text, store.url);
    if (language === 'graphql') responses.push({ data: (given.answer as { data?: unknown }).data });
    const answer = isWriting ? {} : shown;
    expect(given).toMatchObject({ status: expect.stringMatching(/^20[01]$/), answer });
    expect(given.answer).not.toHaveProperty('errors');
  });
});
