import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { isObject } from '../../rest/index.ts';
import type { DocumentCache } from './document-cache.ts';
import type { GraphQLRequest } from './graphql-request.ts';

/** Which documents clients may name by their hash. */
export interface Persistence {
  /**
   * - `on`   every cached document that was sent with its hash, and those of the list
   * - `off`  none
   * - `only` those of the list, and no other document runs at all
   */
  readonly mode: 'on' | 'off' | 'only';
  /** Documents by hash that are known from the start. */
  readonly list: ReadonlyMap<string, string>;
}

/** The hash of a document: SHA-256 of its UTF-8 text, in hexadecimal digits. */
export const hashOfDocument = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

/** The digits of a hash that may be named with its algorithm before them, as graphql-codegen does: `sha256:...`. */
export const digitsOf = (hash: string): string => hash.replace(/^sha256:/, '');

const failure = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** The texts of the first two are what clients compare. */
const failures = {
  notFound: () => failure('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'),
  notSupported: () => failure('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'),
  notInList: () =>
    failure(
      'PERSISTED_QUERY_NOT_IN_LIST',
      'Only documents on the list of this store are run, and this one is not.',
    ),
  malformed: () =>
    failure(
      'BAD_USER_INPUT',
      'extensions.persistedQuery must be {"version": 1, "sha256Hash": the SHA-256 of the document in hexadecimal digits}.',
    ),
  mismatch: () =>
    failure('BAD_USER_INPUT', 'extensions.persistedQuery.sha256Hash is not that of the document.'),
};

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** The hash that a request names its document by. Throws a GraphQLError. */
function readHash({ extensions }: GraphQLRequest): string | undefined {
  const named = memberOf(extensions, 'persistedQuery');
  if (named === undefined || named === null) return undefined;
  const sent = memberOf(named, 'sha256Hash');
  const hash = typeof sent === 'string' ? digitsOf(sent) : '';
  if (memberOf(named, 'version') !== 1 || !/^[0-9a-f]{64}$/.test(hash)) {
    throw failures.malformed();
  }
  return hash;
}

/**
 * Documents that clients send once and then name by their hash, by the protocol of Apollo's clients. What was
 * sent is remembered by this process alone, as long as the document is cached: a client sends the text again
 * when it is told that the hash is unknown.
 */
export function persistedQueries({ mode, list }: Persistence, cache: DocumentCache) {
  const listed = new Set(list.values());
  return {
    /** The request of a known caller with the document that it names. Throws a GraphQLError. */
    find(request: GraphQLRequest): GraphQLRequest {
      const { query } = request;
      if (mode === 'off') {
        const named = memberOf(request.extensions, 'persistedQuery') ?? null;
        if (query === undefined && named !== null) throw failures.notSupported();
        return request;
      }
      const hash = readHash(request);
      if (typeof query === 'string') {
        if (hash !== undefined && hashOfDocument(query) !== hash) throw failures.mismatch();
        if (mode === 'only' && !listed.has(query)) throw failures.notInList();
        return request;
      }
      if (hash === undefined || query !== undefined) return request;
      const text = list.get(hash) ?? cache.textOf(hash);
      if (text !== undefined) return { ...request, query: text };
      throw mode === 'only' ? failures.notInList() : failures.notFound();
    },

    /** Remembers the document of a request that was answered, if it was sent with its hash and is cached. */
    keep(request: GraphQLRequest): void {
      if (mode !== 'on' || typeof request.query !== 'string') return;
      const hash = readHash(request);
      if (hash !== undefined) cache.name(request.query, hash);
    },
  };
}
