import { setTimeout as pause } from 'node:timers/promises';
import { copyWaitingOrder } from '../test/support/waiting-orders.ts';
import type { Counter, Ware } from './counter.ts';
import { counterOf } from './counter.ts';
import { booksAreStraight } from './findings.ts';
import type { Finding, Scenario, Setting } from './scenario.ts';

const many = 12_000;
const few = 2_000;
/** Longest step, and longest answer to others meanwhile, in milliseconds. */
const promisedMs = 2_000;

/** Orders that wait for one unit each of a new variant. */
async function letWait({ look }: Setting, counter: Counter, count: number): Promise<Ware> {
  const ware = await counter.stock(0, true);
  await counter.fire(await counter.cart([ware, 1]), 'complete');
  await look((session) => session.query(copyWaitingOrder(count - 1)));
  return ware;
}

/** How many orders of the store wait for stock. */
async function countWaiting(counter: Counter): Promise<number> {
  const path = '/api/orders?per_page=1&q[shipment_state_eq]=backorder';
  const { total_count: count } = await counter.sure<{ readonly total_count: number }>(
    counter.admin().get(path),
  );
  return count;
}

async function untilAtMost(counter: Counter, most: number): Promise<void> {
  while ((await countWaiting(counter)) > most) await pause(250);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}

/** Brings in one unit for each order that waits; returns how long that write took. */
const arrive = (counter: Counter, { path }: Ware): Promise<number> =>
  timed(() => counter.sure(counter.admin().put(path, { body: { variant: { count_on_hand: 0 } } })));

/** The longest transaction in the store's database until work is done, looked for every 20 ms. */
async function longestTransaction({ look }: Setting, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  const longest = await look(async (session) => {
    let most = 0;
    while (!isOver) {
      const [row] = await session.query(
        `SELECT max(extract(epoch FROM clock_timestamp() - xact_start) * 1000)::int AS age
         FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      most = Math.max(most, Number(row?.['age'] ?? 0));
      await pause(20);
    }
    return most;
  });
  await over;
  return longest;
}

const within = (figure: string, milliseconds: number): Finding => ({
  figure,
  promised: `at most ${String(promisedMs)} ms`,
  seen: `${String(milliseconds)} ms`,
  holds: milliseconds <= promisedMs,
});

/** Somebody else writes an order of another variant while the steps run; returns the longest time of a write. */
async function othersMeanwhile(counter: Counter, already: number): Promise<number> {
  const ware = await counter.stock(10);
  const { number } = await counter.cart([ware, 1]);
  const order = await counter.read(number);
  const path = `/api/orders/${number}/line_items/${String(order.line_items[0]?.id)}`;
  let slowest = 0;
  for (let quantity = 1; (await countWaiting(counter)) > already; quantity += 1) {
    const body = { line_item: { quantity: 1 + (quantity % 5) } };
    const took = await timed(() => counter.sure(counter.admin().put(path, { body })));
    slowest = Math.max(slowest, took);
    await pause(100);
  }
  return slowest;
}

/** Stock arrives for thousands of orders; then again, and all processes are killed meanwhile. Decision: T55. */
export const waitingOrders: Scenario = {
  name: 'waiting-orders',
  promise: 'Stock for 12,000 waiting orders reaches them in short steps, whatever ends in between.',
  databases: ['server'],
  run: async (setting) => {
    const counter = counterOf(setting);
    const already = await countWaiting(counter);
    const ware = await letWait(setting, counter, many);
    const wrote = await arrive(counter, ware);
    const others = othersMeanwhile(counter, already);
    const step = await longestTransaction(setting, others);
    const slowest = await others;
    const next = await letWait(setting, counter, few);
    await arrive(counter, next);
    await untilAtMost(counter, already + few / 2);
    const { processes, end, startMissing } = setting.faults;
    await Promise.all(processes.map((process) => end(process, 'SIGKILL')));
    const killedAt = await setting.look((session) =>
      session.query("SELECT id FROM inventory_units WHERE state = 'backordered'"),
    );
    await startMissing();
    await untilAtMost(counter, already);
    return [
      within('the write that brings the stock in', wrote),
      within('the longest transaction meanwhile, steps included', step),
      within('a small write of somebody else meanwhile, at most', slowest),
      {
        figure: 'orders that wait after kill -9 in between and a start',
        promised: '0',
        seen: `0 of the ${String(killedAt.length - already)} that waited then`,
        holds: killedAt.length > already,
      },
      await booksAreStraight(setting),
    ];
  },
};
