import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type Client, sellShipAndRefund } from './flow.mts';

const [, , address = '', customerKey = '', staffKey = ''] = process.argv;

/** Sends requests without a cache. */
const clientOf = (key: string): Client => ({
  send: async <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': key },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
    if (!data || errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  },
  open: () => Promise.resolve(),
});

console.log(JSON.stringify(await sellShipAndRefund(clientOf(customerKey), clientOf(staffKey))));
