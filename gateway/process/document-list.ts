import { readFile } from 'node:fs/promises';
import { type GraphQLError, validate } from 'graphql';
import { isObject } from '../../rest/index.ts';
import { schema } from '../../schema/index.ts';
import { digitsOf, hashOfDocument, type Persistence } from '../graphql/persisted-queries.ts';
import { parseWithinLimits } from '../operations/query-limits.ts';
import type { Config } from '../settings/config.ts';
import { BadSettings } from '../settings/setting-faults.ts';

/** What is wrong with a document of the list. */
function faultOf(hash: string, text: unknown): string | undefined {
  if (typeof text !== 'string') return 'is no text';
  if (hashOfDocument(text) !== digitsOf(hash)) return `has the SHA-256 ${hashOfDocument(text)}`;
  try {
    return validate(schema, parseWithinLimits(text), undefined, { maxErrors: 1 })[0]?.message;
  } catch (error) {
    return (error as GraphQLError).message;
  }
}

async function readList(path: string): Promise<Map<string, string>> {
  const refuse = (fault: string): BadSettings =>
    new BadSettings([`PERSISTED_DOCUMENTS is ${JSON.stringify(path)}, ${fault}`]);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refuse(`which cannot be read: ${String((error as NodeJS.ErrnoException).code)}`);
  });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw refuse('which is not JSON');
  }
  if (!isObject(list)) {
    throw refuse('which must be a JSON object of documents by their SHA-256');
  }
  const entries = Object.entries(list);
  for (const [hash, document] of entries) {
    const fault = faultOf(hash, document);
    if (fault !== undefined) throw refuse(`whose document ${hash} cannot be used: ${fault}`);
  }
  return new Map((entries as [string, string][]).map(([hash, text]) => [digitsOf(hash), text]));
}

async function adminDocuments(): Promise<readonly string[]> {
  const operations = new URL('../admin/page/operations.js', import.meta.url).href;
  return Object.values((await import(operations)) as Readonly<Record<string, string>>);
}

/**
 * Which documents /graphql runs. The documents of the admin page are always on the list, so that it works with any list.
 * Throws BadSettings if the list cannot be read, or one of its documents does not fit the schema.
 */
export async function readPersistence({
  persistedQueries: mode,
  persistedDocuments: path,
}: Config): Promise<Persistence> {
  const list = path === undefined ? new Map<string, string>() : await readList(path);
  for (const text of await adminDocuments()) list.set(hashOfDocument(text), text);
  return { mode, list };
}
