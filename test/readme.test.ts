import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../gateway/config.ts';
import { type RunningStore, startServer } from '../gateway/server.ts';

const run = promisify(execFile);
const key = 'the-key-that-the-readme-test-uses-0123456789';
const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const [, section = ''] = /<!-- examples -->(.*)<!-- \/examples -->/s.exec(readme) ?? [];

/** The fenced blocks of a language, as they stand. */
const blocks = (language: string): string[] =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  );

let directory: string;
let store: RunningStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-readme-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    ADMIN_API_KEY: key,
    LOG_LEVEL: 'silent',
  });
  store = await startServer(config, {
    progress: () => undefined,
    onKeyMade: () => undefined,
  });
}, 120_000);

afterAll(async () => {
  await store.stop();
  await rm(directory, { recursive: true, force: true });
});

test('the README has examples of both languages', () => {
  expect(blocks('sh').length).toBeGreaterThanOrEqual(8);
  expect(blocks('graphql').length).toBeGreaterThanOrEqual(2);
});

test.each(blocks('sh'))('this line of the README answers as pasted: %s', async (pasted) => {
  const line = pasted.replaceAll('http://127.0.0.1:3000', store.url);
  const shell = `curl() { command curl -w '\\n%{http_code}' "$@"; }\n${line}`;
  const { stdout } = await run('bash', ['-c', shell], {
    env: { ...process.env, ADMIN_API_KEY: key },
  });
  const [status, ...body] = stdout.split('\n').reverse();
  expect({ status, answer: body.reverse().join('\n') }).toEqual({
    status: expect.stringMatching(/^20[01]$/),
    answer: expect.not.stringContaining('"errors"'),
  });
});

test.each(blocks('graphql'))('this operation of the README runs: %s', async (query) => {
  const response = await fetch(`${store.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': key },
    body: JSON.stringify({ query }),
  });
  const answer = (await response.json()) as { data?: unknown; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  expect(answer.data).not.toBeNull();
});
