import type { Client, Reply } from '../test/support/clients.ts';
import { atOnce, counterOf, insist, tally } from './counter.ts';
import type { Counter, Form } from './counter.ts';
import { alike, booksAreStraight } from './findings.ts';
import type { Finding, Scenario } from './scenario.ts';

const writers = 20;
const repeats = 5;

/** A record that many read and write. */
interface Shared {
  readonly path: string;
  /**
   * What one writer writes, unique to it, because an unchanged value is no conflict; with the version it knows,
   * if it sends one.
   */
  readonly body: (writer: number, version?: { readonly lock_version: number }) => unknown;
  /** Reads its version; only for records with a `lock_version`. */
  readonly readVersion?: () => Promise<number>;
}

/** Records that middleware writes, new ones for each race. */
async function makeShared(counter: Counter): Promise<Readonly<Record<string, Shared>>> {
  const ware = await counter.stock(1_000);
  const cart = await counter.cart([ware, 1]);
  await counter.fire(cart, 'complete');
  const { line_items: lines, shipments } = await counter.read(cart.number);
  const order = `/api/orders/${cart.number}`;
  const units = await counter.sure<readonly { inventory_unit: { id: number } }[]>(
    counter.admin().get(`/orders/${cart.number}/inventory_units`),
  );
  const unit = `/inventory_units/${String(units[0]?.inventory_unit.id)}`;
  return {
    order: {
      path: order,
      body: (writer, version) => ({
        order: { special_instructions: `writer ${String(writer)}`, ...version },
      }),
      readVersion: async () => {
        const query = `{ order(by: { number: "${cart.number}" }) { lockVersion } }`;
        const { data } = await counter.sure<{ data: { order: { lockVersion: number } } }>(
          counter.admin().post('/graphql', { body: { query } }),
        );
        return data.order.lockVersion;
      },
    },
    'line item': {
      path: `${order}/line_items/${String(lines[0]?.id)}`,
      body: (writer) => ({ line_item: { quantity: 2 + writer } }),
    },
    shipment: {
      path: `/api/shipments/${shipments[0]?.number ?? ''}`,
      body: (writer) => ({ shipment: { tracking: `1Z${String(writer)}` } }),
    },
    'inventory unit': {
      path: unit,
      body: (writer, version) => ({
        inventory_unit: { return_authorization_id: 1 + writer, ...version },
      }),
      readVersion: async () => {
        const { inventory_unit: read } = await counter.sure<{
          inventory_unit: { lock_version: number };
        }>(counter.admin().get(unit));
        return read.lock_version;
      },
    },
    variant: {
      path: ware.path,
      body: (writer) => ({ variant: { position: 50 + writer } }),
    },
  };
}

const tagOf = ({ headers }: Reply): string => headers.get('etag') ?? '';

/** Reads with the ETag of the last read, before and after a write. */
async function readAgain(client: Client, { path, body }: Shared) {
  const headers = { 'if-none-match': tagOf(await client.get(path)) };
  const unchanged = await client.get(path, { headers });
  await client.put(path, { body: body(writers) });
  const changed = await client.get(path, { headers });
  return { before: unchanged.status, sent: unchanged.text.length, after: changed.status };
}

/**
 * The results of writers who all started from the same version, and whether a stored value is that of a
 * successful one.
 */
async function outcomeOf(client: Client, path: string, replies: readonly Reply[]) {
  const written = replies.filter(({ status }) => status < 300);
  const refused = tally(replies.filter(({ status }) => status >= 300));
  const { text } = await client.get(path);
  return { written: written.length, refused, kept: written[0]?.text === text };
}

async function writeByTag(clientOf: () => Client, { path, body }: Shared) {
  const headers = { 'if-match': tagOf(await clientOf().get(path)) };
  const write = (writer: number) => clientOf().put(path, { body: body(writer), headers });
  const replies = await atOnce(writers, (writer) => insist(() => write(writer)));
  return outcomeOf(clientOf(), path, replies);
}

async function writeByVersion(clientOf: () => Client, { path, body }: Shared, version: number) {
  const known = { lock_version: version };
  const write = (place: number) => clientOf().put(path, { body: body(writers + 1 + place, known) });
  const replies = await atOnce(writers, (writer) => insist(() => write(writer)));
  return outcomeOf(clientOf(), path, replies);
}

async function tryForm(counter: Counter, form: Form): Promise<readonly Finding[]> {
  const clientOf = () => counter.admin(form);
  const seen = { reads: [] as unknown[], tags: [] as unknown[], versions: [] as unknown[] };
  for (let time = 0; time < repeats; time += 1) {
    for (const shared of Object.values(await makeShared(counter))) {
      seen.reads.push(await readAgain(clientOf(), shared));
      seen.tags.push(await writeByTag(clientOf, shared));
      if (shared.readVersion === undefined) continue;
      const version = await shared.readVersion();
      seen.versions.push(await writeByVersion(clientOf, shared, version));
    }
  }
  return [
    alike(
      `a read with If-None-Match before and after a write, ${form} form`,
      { before: 304, sent: 0, after: 200 },
      seen.reads,
    ),
    alike(
      `20 writes at once with one If-Match, ${form} form`,
      { written: 1, refused: { 412: 19 }, kept: true },
      seen.tags,
    ),
    alike(
      `20 writes at once with one lock_version, ${form} form`,
      { written: 1, refused: { 409: 19 }, kept: true },
      seen.versions,
    ),
  ];
}

/** Two clients with the same version of a record write it. Decision: F15, L9. */
export const lostUpdates: Scenario = {
  name: 'lost-updates',
  promise: 'Of all who write what they read, one succeeds, and the others are told to read again.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const counter = counterOf(setting);
    return [
      ...(await tryForm(counter, 'newer')),
      ...(await tryForm(counter, 'older')),
      await booksAreStraight(setting),
    ];
  },
};
