import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode } from 'graphql';
import Koa from 'koa';
import { createRest } from '../../rest/index.ts';
import type { RestParts } from '../../rest/index.ts';
import type { RestContext } from '../../rest/parts.ts';
import { schema } from '../../schema/index.ts';
import { createClient } from '../support/clients.ts';
import type { Client } from '../support/clients.ts';

/** An operation that the REST layer ran. */
export interface Asked {
  readonly operation: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly orderToken: string | null;
}

/** The results of operations: data by operation name, or an error for each with its code. */
export interface Script {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: Readonly<Record<string, { code: string } & Readonly<Record<string, unknown>>>>;
}

/** The REST layer on a fake schema. */
export interface RestServer {
  readonly url: string;
  readonly newer: Client;
  readonly older: Client;
  readonly anonymous: Client;
  readonly asked: Asked[];
  script: Script;
  readonly close: () => Promise<unknown>;
}

function nameOf(document: DocumentNode): string {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? '';
}

export async function serveRest(parts: Partial<RestParts> = {}): Promise<RestServer> {
  const asked: Asked[] = [];
  const rest = createRest({
    schema,
    publicUrl: null,
    timeZone: 'America/New_York',
    moneyDecimals: 2,
    olderListLimit: 10_000,
    version: '1.2.3',
    admit: (asked, tokenOpens) => {
      const ctx = asked as RestContext;
      const sent = (name: string): boolean => ctx.get(name) !== '';
      const hasToken =
        sent('x-serviceordertoken') || ctx.URL.searchParams.getAll('order_token').length === 1;
      const isKnown = sent('x-serviceapikey') || sent('authorization') || (tokenOpens && hasToken);
      const extensions = { code: 'UNAUTHENTICATED', reason: 'missing_key' };
      return Promise.resolve(isKnown ? [] : [new GraphQLError('refused', { extensions })]);
    },
    execute: (ctx, document, variables) => {
      const operation = nameOf(document);
      const { orderToken } = ctx.state.credentials;
      asked.push({ operation, variables, orderToken });
      const { data = {}, errors = {} } = server.script;
      const error = errors[operation];
      const result = error
        ? { errors: [new GraphQLError('refused', { extensions: error })] }
        : { data: data[operation] as Record<string, unknown> };
      return Promise.resolve(result);
    },
    inUnit: async (_ctx, _options, work) => ({ ended: await work() }),
    ...parts,
  });
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    ctx.state.credentials = { key: null, orderToken: null };
    await next();
  });
  app.use(rest);
  const listener: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const url = `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}`;
  const server: RestServer = {
    url,
    newer: createClient(url, { 'x-serviceapikey': 'k' }),
    older: createClient(url, { authorization: 'Basic azp4' }),
    anonymous: createClient(url, {}),
    asked,
    script: {},
    close: () =>
      new Promise((resolve) => {
        listener.close(resolve);
        listener.closeAllConnections();
      }),
  };
  return server;
}
