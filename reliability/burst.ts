import { request } from 'node:http';
import pg from 'pg';
import type { Setting } from './scenario.ts';

/**
 * Sends so many orders at once, each on its own connection. `sent` resolves when all have been sent, `answers`
 * returns their statuses; undefined for those without a response.
 */
export function sendAtOnce(
  { key }: Pick<Setting, 'key'>,
  url: string,
  { count, body }: { readonly count: number; readonly body: object },
) {
  const left: Promise<void>[] = [];
  const answers = Array.from(
    { length: count },
    () =>
      new Promise<number | undefined>((resolve) => {
        const call = request(`${url}/api/orders`, {
          method: 'POST',
          agent: false,
          headers: { 'x-serviceapikey': key, 'content-type': 'application/json' },
        });
        left.push(new Promise((gone) => call.once('finish', gone).once('error', gone)));
        call.on('error', () => {
          resolve(undefined);
        });
        call.on('response', (response) => {
          response.resume().on('close', () => {
            resolve(response.complete ? response.statusCode : undefined);
          });
        });
        call.end(JSON.stringify(body));
      }),
  );
  return { sent: Promise.all(left), answers: Promise.all(answers) };
}

/** Makes every write of an order on a server wait for a lock, until it is released. */
export async function lockOrders(
  databaseUrl: string,
): Promise<{ readonly release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE');
  return { release: () => client.end() };
}
