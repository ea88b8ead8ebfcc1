import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Arm, Attack } from './attack.ts';
import { countConnection, endOf, signed } from './attack.ts';
import { cartOfLines } from './attacks-of-readers.ts';
import { cart, checkOut, orderUnits, paidCart, readUnits } from './checkout.ts';

const payments = (count: number) => Array.from({ length: count }, () => ({ payment_method_id: 1 }));
const byToken = ({ target }: Arm): string =>
  `/api/orders/${target.order}?order_token=${target.token}`;

/** Locks the customer's order from another session, and keeps it until its database is gone. */
async function lockOrder({ target }: Arm): Promise<void> {
  const client = new pg.Client({ connectionString: target.databaseUrl });
  // the end of its database ends the connection
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM orders WHERE number = $1 FOR UPDATE', [target.order]);
}

/** Pays for the customer's order with more payments than are allowed, or a new cart with as many as are. */
async function pay(arm: Arm, place: number): Promise<void> {
  const { order, token } = arm.target;
  const to = place % 2 === 0 ? { number: order, token } : await cart(arm, [1]);
  if (!to) return;
  await arm.ask('PUT', `/api/orders/${to.number}?order_token=${to.token}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: { payments: payments(place % 2 === 0 ? 500 : 50) } }),
  });
}

const long = (length: number, place: number): string =>
  JSON.stringify({ order: { special_instructions: `${String(place)} ${'a'.repeat(length)}` } });

/** Tells all carts of the customer for a small change of one: a read as large as a mutation may ask for. */
const toldMuch = `mutation ($by: OrderBy!) { updateOrder(by: $by, input: {}) { order {
    user { orders(first: 400) { nodes { number specialInstructions lineItems { quantity } } } } } } }`;

/** A small change of an order that tells its instructions for each of its 500 lines: 15 million characters. */
const toldLong = `mutation ($by: OrderBy!) { updateOrder(by: $by, input: {}) { order { lineItems { order {
    ${Array.from({ length: 6 }, (_, place) => `a${String(place)}: specialInstructions`).join(' ')} } } } } }`;

/** Changes an order over a new connection, and takes nothing of what is told. */
async function changeUnread(arm: Arm, number: string): Promise<void> {
  const body = JSON.stringify({ query: toldLong, variables: { by: { number } } });
  const head = `X-ServiceAPIKey: ${arm.target.key}\r\nContent-Type: application/json\r\n`;
  const socket = arm.connect();
  countConnection(arm, socket);
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: a\r\n${head}Content-Length: ${String(body.length)}\r\n\r\n${body}`,
  );
  await endOf(socket);
  await pause(100);
}

/** What safety.md found an ordinary customer's key, or an order's token, to do by writing. */
export const attacksOfWriters: readonly Attack[] = [
  {
    finding: '10',
    does: '500 payments in one PUT, and the 50 that are allowed to a new cart, one after the other, with the token of each',
    reaches: 200,
    strike: (arm) => arm.crowd(1, (place) => pay(arm, place)),
  },
  {
    finding: '12',
    does: '40 connections change an order, request 15 million characters of it in the response, and read none',
    reaches: 0,
    readies: (arm) => cartOfLines(arm, 0, 'a'.repeat(5_000)),
    strike: (arm, number = '') => arm.crowd(40, () => changeUnread(arm, number)),
  },
  {
    finding: '14',
    does: '16 connections change an order and ask for 400 in the answer, each with a new Idempotency-Key',
    reaches: 200,
    carts: 400,
    strike: (arm) =>
      arm.crowd(16, (place) =>
        arm.ask('POST', '/graphql', {
          headers: { ...signed(arm), 'idempotency-key': `change-${String(place)}` },
          body: JSON.stringify({
            query: toldMuch,
            variables: { by: { number: arm.target.order } },
          }),
        }),
      ),
  },
  {
    finding: '15',
    does: '12 connections write to an order that another session has locked',
    databases: ['server'],
    reaches: 503,
    strike: async (arm) => {
      await lockOrder(arm);
      return arm.crowd(12, () =>
        arm.ask('PUT', byToken(arm), {
          headers: signed(arm),
          body: JSON.stringify({ order: { special_instructions: 'Wait.' } }),
        }),
      );
    },
  },
  {
    finding: '16',
    does: 'carts of 100,000 units, and of 5 times 1,000, through the checkout',
    reaches: 200,
    readies: paidCart,
    strike: (arm, first) => arm.crowd(1, (place) => checkOut(arm, place, first)),
  },
  {
    finding: '18b',
    does: '4 connections order as many units as a customer may and read the order with its shipments in the older format',
    reaches: 200,
    readies: orderUnits,
    strike: (arm, first) => {
      let number = first;
      return arm.crowd(4, async (place) => {
        if (place % 4 === 3) number = (await orderUnits(arm)) ?? number;
        else if (number) await readUnits(arm, number);
      });
    },
  },
  {
    finding: '18',
    does: '4 connections create orders with the longest instructions, each with a new Idempotency-Key',
    reaches: 201,
    strike: (arm) =>
      arm.crowd(4, (place) =>
        arm.ask('POST', '/api/orders', {
          headers: { ...signed(arm), 'idempotency-key': `create-${String(place)}` },
          body: long(place % 2 === 0 ? 65_000 : 4_900, place),
        }),
      ),
  },
];
