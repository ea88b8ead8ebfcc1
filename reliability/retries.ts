import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../test/support/clients.ts';
import { atOnce, counterOf, insist, tally } from './counter.ts';
import type { Cart, Counter, Ware } from './counter.ts';
import { alike, booksAreStraight } from './findings.ts';
import type { Finding, Scenario, Setting } from './scenario.ts';

const uses = 50;
const rounds = 20;
const kills = 10;
/** Maximum time before a new process runs its housekeeping for the first time (L7). */
const firstChoreMs = 62_000;

const keyed = (key: string, body?: unknown) => ({
  headers: { 'idempotency-key': key },
  ...(body !== undefined && { body }),
});

const orderOf = ({ id }: Ware, email: string, quantity = 1) => ({
  order: { email, line_items: [{ variant_id: id, quantity }] },
});

const isReplay = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';

/**
 * The responses to repeated uses of one key: how many originals and repetitions, and whether they are
 * identical.
 */
const toldOf = (replies: readonly Reply[]) => ({
  answers: tally(replies),
  first: replies.filter((reply) => !isReplay(reply)).length,
  texts: new Set(replies.map(({ text }) => text)).size,
});

const ordersOf = async ({ look }: Setting, email: string): Promise<number> => {
  const [row] = await look((session) =>
    session.query('SELECT count(*)::int AS made FROM orders WHERE email = $1', [email]),
  );
  return Number(row?.['made']);
};

async function makeAtOnce(counter: Counter, ware: Ware, key: string) {
  const email = `${key}@retries.example`;
  const make = () => counter.admin().post('/api/orders', keyed(key, orderOf(ware, email)));
  return toldOf(await atOnce(uses, () => insist(make)));
}

async function completeAtOnce(counter: Counter, key: string) {
  const ware = await counter.stock(3);
  const { number }: Cart = await counter.cart([ware, 3]);
  const path = `/api/orders/${number}/event?e=complete`;
  const replies = await atOnce(uses, () => insist(() => counter.admin().put(path, keyed(key))));
  return { ...toldOf(replies), left: await counter.countOf(ware) };
}

/** Uses a key again for another body, another path and the other format. */
async function misuse(counter: Counter, ware: Ware, key: string) {
  const email = `${key}@retries.example`;
  const others = [
    () => counter.admin().post('/api/orders', keyed(key, orderOf(ware, email, 2))),
    () => counter.admin().post('/api/orders?x=1', keyed(key, orderOf(ware, email))),
    () => counter.admin().post('/api/orders.json', keyed(key, orderOf(ware, email))),
  ];
  const replies: Reply[] = [];
  for (const other of others) replies.push(await other());
  return tally(replies);
}

/** Kills a process while orders are created with keys, then retries the same orders. */
async function killAndRepeat(setting: Setting, ware: Ware): Promise<readonly Finding[]> {
  const { faults, tell } = setting;
  const counter = counterOf(setting);
  let cut = 0;
  const refused: Reply[] = [];
  for (let round = 0; round < kills; round += 1) {
    tell(`kills between a write and its repetition: ${String(round + 1)} of ${String(kills)}`);
    const make = (place: number) => {
      const key = `killed-${String(round)}-${String(place)}`;
      return counter
        .admin()
        .post('/api/orders', keyed(key, orderOf(ware, 'killed@retries.example')));
    };
    const first = atOnce(uses, async (place) => {
      try {
        await make(place);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        cut += 1;
      }
    });
    await pause(20 + Math.random() * 200);
    const victim = faults.processes[round % faults.processes.length];
    if (victim === undefined) throw new Error('There is no process to kill.');
    await faults.end(victim, 'SIGKILL');
    await first;
    await faults.startMissing();
    const again = await atOnce(uses, (place) => insist(() => make(place)));
    refused.push(...again.filter(({ status }) => status !== 201));
  }
  const made = await ordersOf(setting, 'killed@retries.example');
  return [
    {
      figure: `orders of ${String(kills * uses)} keys, each repeated after one of ${String(kills)} kills`,
      promised: String(kills * uses),
      seen: `${String(made)}, after ${String(cut)} requests that were cut off`,
      holds: made === kills * uses && refused.length === 0 && cut > 0,
    },
  ];
}

/** Expires every key, and counts those that are left. */
async function outlive(setting: Setting, ware: Ware): Promise<readonly Finding[]> {
  const { look, faults, tell } = setting;
  const counter = counterOf(setting);
  const body = orderOf(ware, 'old@retries.example');
  const make = () => counter.admin().post('/api/orders', keyed('old', body));
  await make();
  const [kept] = await look((session) =>
    session.query(`SELECT count(*)::int AS keys,
      min(extract(epoch FROM expires_at - created_at) / 3600)::int AS least,
      max(extract(epoch FROM expires_at - created_at) / 3600)::int AS most FROM idempotency_keys`),
  );
  const expire = () =>
    look((session) =>
      session.query(`UPDATE idempotency_keys SET expires_at = now() - interval '1 minute'`),
    );
  await expire();
  const again = await make();
  await expire();
  for (const service of [...faults.processes]) await faults.end(service, 'SIGTERM');
  await faults.startMissing();
  tell('waiting until expired keys are cleaned away');
  await pause(firstChoreMs);
  const [left] = await look((session) =>
    session.query('SELECT count(*)::int AS keys FROM idempotency_keys'),
  );
  const made = await ordersOf(setting, 'old@retries.example');
  return [
    {
      figure: 'a key is kept',
      promised: '24 h',
      seen: `${String(kept?.['least'])} h to ${String(kept?.['most'])} h`,
      holds: kept?.['least'] === 24 && kept['most'] === 24,
    },
    {
      figure: 'a key that is older is free',
      promised: 'another order',
      seen: `${String(again.status)}, ${isReplay(again) ? 'told again' : 'done'}, ${String(made)} orders`,
      holds: again.status === 201 && !isReplay(again) && made === 2,
    },
    {
      figure: 'expired keys left a minute after the start',
      promised: '0',
      seen: `${String(left?.['keys'])} of ${String(kept?.['keys'])}`,
      holds: left?.['keys'] === 0 && Number(kept?.['keys']) > kills * uses,
    },
  ];
}

/** Clients that got no response retry their requests. Decision: L5, L6, L7. */
export const retries: Scenario = {
  name: 'retries',
  promise: 'What is sent again under one Idempotency-Key is done once and told in the same words.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const counter = counterOf(setting);
    const ware = await counter.stock(10_000);
    const keys = Array.from({ length: rounds }, (_, round) => `order-${String(round)}`);
    const made: unknown[] = [];
    for (const key of keys) made.push(await makeAtOnce(counter, ware, key));
    const misused: unknown[] = [];
    for (const key of keys) misused.push(await misuse(counter, ware, key));
    const stored = await setting.look((session) =>
      session.query(
        `SELECT email, count(*)::int AS made, sum(total_quantity)::int AS pieces FROM orders
         WHERE email LIKE 'order-%@retries.example' GROUP BY email`,
      ),
    );
    const completed: unknown[] = [];
    for (const key of keys) completed.push(await completeAtOnce(counter, `complete-${key}`));
    return [
      alike(
        '50 uses of one key to make an order',
        { answers: { 201: 50 }, first: 1, texts: 1 },
        made,
      ),
      alike('a used key with another body, query or form', { 422: 3 }, misused),
      alike(
        'orders and units of such a key in the end',
        { made: 1, pieces: 1 },
        stored.map(({ made, pieces }) => ({ made, pieces })),
      ),
      alike(
        '50 uses of one key to complete an order',
        { answers: { 200: 50 }, first: 1, texts: 1, left: 0 },
        completed,
      ),
      ...(await killAndRepeat(setting, ware)),
      ...(await outlive(setting, ware)),
      await booksAreStraight(setting),
    ];
  },
};
