import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, Kind } from 'graphql';
import { askStore, compare } from './compare.mts';
import { type Client, type Page, sellShipAndRefund } from './flow.mts';

/** A client with a cache. */
export interface CachingClient {
  readonly mutate: <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Promise<Data>;
  /** Asks the store, and keeps the answer. */
  readonly load: (page: Page) => Promise<void>;
  /** What the cache shows without a request; null if it lacks anything. */
  readonly show: (page: Page) => unknown;
}

const nameOf = ({ definitions }: DocumentNode): string =>
  definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION)?.name?.value ?? '';

/**
 * Runs the flow with a client each for the customer and the staff. After every mutation the pages that each has
 * opened are read from the cache and from the store. Prints the end of the flow, the mutations after which a page
 * showed something else, and where a cache was wrong.
 */
export async function runWithCaches(
  makeClient: (address: string, key: string) => CachingClient | Promise<CachingClient>,
): Promise<void> {
  const [, , address = '', customerKey = '', staffKey = ''] = process.argv;
  const seen: string[] = [];
  const stale: string[] = [];
  const watched = async (key: string): Promise<Client> => {
    const client = await makeClient(address, key);
    const opened: (Page & { shown: unknown })[] = [];
    return {
      send: async (document, variables) => {
        const data = await client.mutate(document, variables);
        let isSeen = false;
        for (const page of opened) {
          const stored = await askStore(address, key, page);
          const found = compare(client.show(page), stored);
          stale.push(
            ...found.map((line) => `after ${nameOf(document)}, ${nameOf(page.document)}: ${line}`),
          );
          isSeen ||= compare(page.shown, stored).length > 0;
          page.shown = stored;
        }
        if (isSeen) seen.push(nameOf(document));
        return data;
      },
      open: async (pages) => {
        for (const page of pages) {
          await client.load(page);
          opened.push({ ...page, shown: client.show(page) });
        }
      },
    };
  };
  const warnings: string[] = [];
  const note = (...words: unknown[]): void => void warnings.push(words.join(' '));
  console.warn = note;
  console.error = note;
  const end = await sellShipAndRefund(await watched(customerKey), await watched(staffKey));
  console.log(JSON.stringify({ end, seen, stale, warnings }));
}
