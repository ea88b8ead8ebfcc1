import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { buildClientSchema, getIntrospectionQuery, isObjectType, parse } from 'graphql';
import type { IntrospectionQuery } from 'graphql';
import { runWithCaches } from './cached.mts';
import { askStore } from './compare.mts';

await runWithCaches(async (url, key) => {
  const asked = { document: parse(getIntrospectionQuery()), variables: {} };
  const schema = (await askStore(url, key, asked)) as IntrospectionQuery;
  const types = Object.values(buildClientSchema(schema).getTypeMap());
  const withoutId = types.filter((type) => isObjectType(type) && !('id' in type.getFields()));
  const client = new Client({
    url,
    exchanges: [
      cacheExchange({
        schema,
        keys: Object.fromEntries(withoutId.map(({ name }) => [name, () => null])),
      }),
      fetchExchange,
    ],
    fetchOptions: { headers: { 'X-ServiceAPIKey': key } },
  });
  return {
    mutate: async (mutation, variables) => {
      const { data, error } = await client.mutation(mutation, variables);
      if (!data) throw error ?? new Error('There is no data.');
      return data;
    },
    load: async ({ document, variables }) => {
      const { error } = await client.query(document, variables);
      if (error) throw error;
    },
    show: ({ document, variables }) =>
      client.readQuery(document, variables, { requestPolicy: 'cache-only' })?.data ?? null,
  };
});
