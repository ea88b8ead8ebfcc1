import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { buildSchema, GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { createApp } from '../../gateway/app.ts';
import type { Parts } from '../../gateway/app.ts';
import { listen } from '../../gateway/process/listener.ts';
import { createLog } from '../../gateway/passage/request-log.ts';
import { AnswerTooLarge } from '../../prisma/fast-path/answer-size.ts';
import { requireKey } from '../../schema/abilities.ts';
import { NotFound, Unauthenticated, Unauthorized } from '../../schema/errors.ts';
import { type Context, createExecutor, type Credentials, type Viewer } from '../../schema/index.ts';

/** A log that stores its lines. */
export function keepLog(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const text: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text.push(chunk.toString());
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: createLog(level, destination), lines, text: () => text.join('') };
}

const nobody: Omit<Viewer, 'key' | 'orderToken'> = { user: null, permissions: new Set() };

/** Knows one key: `good-key`. */
export function fakeViewer(_db: unknown, { key, orderToken }: Credentials): Promise<Viewer> {
  if (key === null) return Promise.resolve({ ...nobody, key: 'none', orderToken });
  if (key !== 'good-key') return Promise.resolve({ ...nobody, key: 'bad', orderToken });
  const user = { id: 7n, email: 'ann@example.com', name: null };
  return Promise.resolve({ key: 'good', user, permissions: new Set(['*']), orderToken });
}

/** Knows every order token except those that begin with `guess`. */
export function fakeAdmission(_db: unknown, viewer: Viewer, tokenOpens: boolean): Promise<void> {
  const token = tokenOpens ? viewer.orderToken : null;
  if (viewer.key === 'good' || (token !== null && !token.startsWith('guess'))) {
    return Promise.resolve();
  }
  return Promise.resolve().then(() => {
    if (token !== null && viewer.key === 'none') throw new Unauthorized();
    requireKey(viewer);
  });
}

/** A schema in the shape of the store's, with plain resolvers. */
export function fakeSchema(): GraphQLSchema {
  const schema = buildSchema(`
    type Query {
      hello: String!
      email: String
      missing: String
      broken: String
      brokenRows: [Broken]
      databaseAway: String!
      repeat(word: String!, times: Int): String
      odd(value: Odd): String
      orders(page: Int = 1, perPage: Int = 25): OrderConnection!
      order(ref: String!): Order
    }
    scalar Odd
    type Broken { field: String }
    type OrderConnection { nodes: [Order!]! count: Int! }
    type Order { id: ID! number: String units: [Unit!]! }
    type Unit { id: ID! order: Order! }
    type Mutation { touch: Int touched: Touched }
    type Touched { away: Int large: Int broken: Int missing: Int }
  `);
  const odd = schema.getType('Odd');
  if (odd && 'parseValue' in odd) {
    odd.parseValue = () => {
      throw new TypeError('odd value');
    };
  }
  resolve(schema, 'Query', {
    hello: (_args, { viewer }) => {
      if (viewer.key !== 'good') {
        throw new Unauthenticated(viewer.key === 'bad' ? 'invalid_key' : 'missing_key');
      }
      return 'hello';
    },
    email: (_args, { viewer }) => viewer.user?.email ?? viewer.orderToken,
    missing: () => {
      throw new NotFound();
    },
    broken: () => {
      throw new Error('relation "api_keys" of good-key went wrong');
    },
    brokenRows: () => [{}, {}, {}],
    databaseAway: () => {
      throw new Error('Connection terminated unexpectedly');
    },
    repeat: ({ word, times }) => String(word).repeat(Number(times ?? 1)),
    orders: () => ({ nodes: [], count: 0 }),
  });
  resolve(schema, 'Broken', {
    field: () => {
      throw new RangeError('row went wrong');
    },
  });
  const failWith = (error: Error) => (): never => {
    throw error;
  };
  resolve(schema, 'Mutation', { touch: () => 1, touched: () => ({}) });
  resolve(schema, 'Touched', {
    away: failWith(new Error('Connection terminated unexpectedly')),
    large: failWith(new AnswerTooLarge()),
    broken: failWith(new RangeError('a figure went wrong')),
    missing: failWith(new NotFound()),
  });
  return schema;
}

type Resolver = (args: Record<string, unknown>, context: Context) => unknown;

function resolve(
  schema: GraphQLSchema,
  typeName: string,
  resolvers: Record<string, Resolver>,
): void {
  const type = schema.getType(typeName);
  if (!type || !('getFields' in type)) throw new GraphQLError(`no type ${typeName}`);
  for (const [name, resolver] of Object.entries(resolvers)) {
    const field = type.getFields()[name];
    if (field && 'resolve' in field) {
      field.resolve = (_source, args: Record<string, unknown>, context: Context) =>
        resolver(args, context);
    }
  }
}

/** The program with fakes for the other layers; parts may be replaced. */
export function fakeParts(parts: Partial<Parts> = {}): Parts {
  const faked = parts.schema ?? fakeSchema();
  return {
    schema: faked,
    executor: createExecutor(faked),
    db: {} as Context['db'],
    settings: {
      currency: 'USD',
      requirePaymentToShip: false,
      checkoutConfirm: false,
      taxRate: '0',
      taxShipping: false,
      cartPrices: 'follow',
      orderTokenRights: 'any',
    },
    log: keepLog('silent').log,
    loadViewer: fakeViewer,
    requireKnownCaller: fakeAdmission,
    ping: () => Promise.resolve(),
    lifecycle: { draining: false },
    createRest: () => async (_ctx, next) => {
      await next();
    },
    ...parts,
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** Listens on a free port with the given parts. */
export async function startFake(
  parts: Partial<Parts> = {},
  bounds: Parameters<typeof listen>[0]['bounds'] = {},
  more: Partial<Parameters<typeof listen>[0]> = {},
) {
  const whole = fakeParts(parts);
  const { lifecycle, log } = whole;
  const app = createApp(whole);
  const listener = await listen({
    app,
    host: '127.0.0.1',
    port: 0,
    lifecycle,
    log,
    bounds,
    ...more,
  });
  return {
    ...listener,
    call: (path: string, call: Call = {}) => callPort(listener.port, path, call),
    query: (query: string, headers: Record<string, string> = { 'X-ServiceAPIKey': 'good-key' }) =>
      callPort(listener.port, '/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      }),
    raw: (text: string) => sendRaw(listener.port, text),
  };
}

async function callPort(port: number, path: string, call: Call): Promise<Answer> {
  const request = httpRequest({ port, host: '127.0.0.1', path, agent: false, ...call });
  request.end(call.body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.statusCode ?? 0, headers: response.headers, text, json };
}

/** Notes the servers that requests reach from now on, until it is asked for them. */
export function serversOfRequests(): () => readonly Server[] {
  const servers = new Set<Server>();
  const note = (message: unknown): void => {
    servers.add((message as { readonly server: Server }).server);
  };
  subscribe('http.server.request.start', note);
  return () => {
    unsubscribe('http.server.request.start', note);
    return [...servers];
  };
}

/** Sends bytes as they are and returns everything received until the other side closes. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}
