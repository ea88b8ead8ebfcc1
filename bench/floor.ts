import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { perPage } from './floor-sql.ts';
import { statements } from './floor-writes.ts';

// The cost of the same responses without a framework: node:http, one prepared statement, its text sent as it
// is. It supports the requests of the benchmark, checks the key, and nothing else.

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL']),
  idleTimeoutMillis: 0,
  // a generic plan per connection: planning these statements takes milliseconds
  options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
});

pool.on('error', ({ message }) => {
  process.stderr.write(`The floor lost a connection: ${message}\n`);
});

interface Holder {
  readonly user: string;
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const holders = new Map<string, Promise<Holder | undefined>>();

/** The user of a key: looked up once, cached by the key's hash. */
function findHolder(key: string): Promise<Holder | undefined> {
  const hash = createHash('sha256').update(key).digest('base64');
  let holder = holders.get(hash);
  if (holder === undefined) {
    holder = pool
      .query<Holder>(
        `SELECT users.id AS user, api_keys.id AS key FROM api_keys JOIN users ON users.id = user_id
         WHERE key_hash = $1 AND revoked_at IS NULL`,
        [Buffer.from(hash, 'base64')],
      )
      .then(({ rows }) => rows[0]);
    holders.set(hash, holder);
  }
  return holder;
}

async function runStatement(
  name: keyof typeof statements,
  values: readonly unknown[],
): Promise<string | undefined> {
  const { rows } = await pool.query<{ body: string }>({
    name,
    text: statements[name],
    values: [...values],
  });
  return rows[0]?.body;
}

const notFound: Answer = { status: 404, body: '{"error":"Not found"}' };
const answerFound = (body: string | undefined): Answer =>
  body === undefined ? notFound : { status: 200, body };

interface NewOrder {
  readonly order: { readonly line_items: readonly { variant_id: number; quantity: number }[] };
}

/** Creates an order; if the number is taken another is generated, as the service does. */
async function insertOrder({
  order: { line_items: lines },
}: NewOrder): Promise<string | undefined> {
  for (;;) {
    try {
      return await runStatement('create', [
        lines.map(({ variant_id }) => variant_id),
        lines.map(({ quantity }) => quantity),
        `R${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
        randomBytes(16).toString('base64url'),
      ]);
    } catch (error) {
      const { constraint } = error as { readonly constraint?: string };
      if (constraint !== 'orders_number_key') throw error;
    }
  }
}

async function createOrder(request: IncomingMessage): Promise<Answer> {
  const body = await insertOrder(JSON.parse(await text(request)) as NewOrder);
  return body === undefined ? { status: 422, body: '{"error":"Invalid"}' } : { status: 201, body };
}

interface NewLine {
  readonly line_item: { readonly variant_id: number; readonly quantity: number };
}

async function addLine(request: IncomingMessage, number: string): Promise<Answer> {
  const { line_item: line } = JSON.parse(await text(request)) as NewLine;
  const body = await runStatement('addLine', [number, line.variant_id, line.quantity]);
  return body === undefined ? notFound : { status: 201, body };
}

/** Two statements: what one writes cannot be read by itself. */
async function completeOrder(number: string, { user, key }: Holder): Promise<Answer> {
  const done = await runStatement('complete', [number, user, key, '127.0.0.1']);
  return done === undefined ? notFound : answerFound(await runStatement('order', [number]));
}

async function answerRequest(request: IncomingMessage): Promise<Answer> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  if (path === '/livez') return { status: 200, body: '{"status":"ok"}' };
  const holder = await findHolder(String(request.headers['x-serviceapikey']));
  if (holder === undefined) return { status: 401, body: '{"error":"Unauthenticated"}' };
  if (path === '/api/orders' && request.method === 'POST') return createOrder(request);
  if (path === '/api/orders' || path === '/api/variants') {
    const parameters = new URLSearchParams(query);
    if (parameters.get('per_page') !== String(perPage)) return notFound;
    const page = Number(parameters.get('page') ?? 1);
    return answerFound(await runStatement(path === '/api/orders' ? 'orders' : 'variants', [page]));
  }
  const [, number, part] = /^\/api\/orders\/(\w+)(?:\/(line_items|event))?$/.exec(path) ?? [];
  if (number === undefined) return notFound;
  if (part === 'line_items') return addLine(request, number);
  if (part === 'event') return completeOrder(number, holder);
  return answerFound(await runStatement('order', [number]));
}

const server = createServer((request, response) => {
  answerRequest(request)
    .catch((error: unknown): Answer => {
      console.error(error);
      return { status: 500, body: '{"error":"Fault"}' };
    })
    .then(({ status, body }) => {
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    })
    .catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
