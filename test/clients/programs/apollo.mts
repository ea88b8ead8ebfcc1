import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { runWithCaches } from './cached.mts';

/** A list below a record replaces the one before; Apollo warns of it until it is told. */
const replaced = { merge: false } as const;

await runWithCaches((uri, key) => {
  const client = new ApolloClient({
    link: new HttpLink({ uri, headers: { 'X-ServiceAPIKey': key } }),
    cache: new InMemoryCache({
      typePolicies: {
        Order: { fields: { lineItems: replaced, shipments: replaced, adjustments: replaced } },
        Shipment: { fields: { inventoryUnits: replaced } },
      },
    }),
  });
  return {
    mutate: async (mutation, variables) => {
      const { data, error } = await client.mutate({ mutation, variables });
      if (!data) throw error ?? new Error('There is no data.');
      return data;
    },
    load: async ({ document, variables }) => {
      await client.query({ query: document, variables });
    },
    show: ({ document, variables }) => client.readQuery({ query: document, variables }),
  };
});
