import { setTimeout as pause } from 'node:timers/promises';
import type { Setting } from './scenario.ts';

/** The result of one request. */
export interface Outcome {
  /** Undefined if there was no response, such as from a killed process. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;
  readonly body: unknown;
  /** When it was sent and how long it took, in milliseconds. */
  readonly sentAt: number;
  readonly took: number;
}

/** A slower response counts as a hang. */
const hangMs = 15_000;

/** The errors of `fetch` for a broken connection and for the timeout above. */
const lostNames = new Set(['TypeError', 'TimeoutError']);

/** Sends one request as the admin; a broken connection is an outcome, not an error. */
export async function send(
  { key }: Pick<Setting, 'key'>,
  url: string,
  [method, path, body]: readonly [string, string, unknown?],
): Promise<Outcome> {
  const sentAt = performance.now();
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-serviceapikey': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hangMs),
    });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      sentAt,
      took: performance.now() - sentAt,
    };
  } catch (error) {
    if (!lostNames.has((error as Error).name)) throw error;
    const lost = { status: undefined, retryAfter: null, body: undefined };
    return { ...lost, sentAt, took: performance.now() - sentAt };
  }
}

const mostRepeats = 3;

/** Asks again while the answer is 503, as a busy store tells its clients to, three times at most (A34). */
export async function askAgain<Answer extends { readonly status: number | undefined }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask();
  for (let left = mostRepeats; left > 0 && answer.status === 503; left -= 1) {
    await pause(1_000);
    answer = await ask();
  }
  return answer;
}

/** The writes acknowledged to clients. */
export class Witness {
  readonly created: string[] = [];
  readonly completed: string[] = [];

  get writes(): number {
    return this.created.length + this.completed.length;
  }
}

interface Created {
  readonly data?: {
    readonly createProduct: {
      readonly product: { readonly master: { readonly id: string } } | null;
    };
  };
}

/** A variant with enough units for all buyers. */
export async function stockVariant(
  setting: Pick<Setting, 'key' | 'urls'>,
  name: string,
): Promise<number> {
  const [url = ''] = setting.urls;
  const { status, body } = await send(setting, url, [
    'POST',
    '/graphql',
    {
      query: `mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { master { id } } userErrors { code field message allowed lockVersion } } }`,
      variables: { input: { name, price: '10.00', countOnHand: 1_000_000 } },
    },
  ]);
  const product = (body as Created | undefined)?.data?.createProduct.product;
  if (!product) throw new Error(`No variant: ${String(status)} ${JSON.stringify(body)}`);
  return Number(product.master.id);
}

/**
 * Buyers who, one after the other, create an order with two line items and complete it, until they are stopped;
 * each at one service process. Successes go to the witness, every outcome to `outcomes`.
 */
export function startBuyers(
  setting: Pick<Setting, 'key' | 'urls'>,
  variants: readonly [number, number],
  witness: Witness,
  count: number,
): { readonly outcomes: Outcome[]; readonly stop: () => Promise<void> } {
  const outcomes: Outcome[] = [];
  let going = true;
  const tell = async (url: string, request: readonly [string, string, unknown?]) => {
    const outcome = await send(setting, url, request);
    outcomes.push(outcome);
    return outcome;
  };
  const buy = async (url: string): Promise<void> => {
    while (going) {
      const lines = variants.map((id, place) => ({ variant_id: id, quantity: place + 1 }));
      const made = await tell(url, ['POST', '/api/orders', { order: { line_items: lines } }]);
      if (made.status !== 201) {
        await pause(20);
        continue;
      }
      const { number } = made.body as { readonly number: string };
      witness.created.push(number);
      await tell(url, ['GET', `/api/orders/${number}`]);
      const done = await tell(url, ['PUT', `/api/orders/${number}/event?e=complete`]);
      if (done.status === 200) witness.completed.push(number);
    }
  };
  const { urls } = setting;
  const buyers = Array.from({ length: count }, (_, place) => buy(urls[place % urls.length] ?? ''));
  return {
    outcomes,
    stop: async () => {
      going = false;
      await Promise.all(buyers);
    },
  };
}

/** How many outcomes had each status; `none` for those without a response. */
export function tallyOf(outcomes: readonly Pick<Outcome, 'status'>[]): string {
  const counts = new Map<string, number>();
  for (const { status } of outcomes) {
    const word = status === undefined ? 'none' : String(status);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.map(([word, count]) => `${String(count)} × ${word}`).join(', ') || 'none';
}

/** The quantile: the least value that the given share of the values does not exceed; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Milliseconds for reading. */
export const inMs = (milliseconds: number): string => `${String(Math.round(milliseconds))} ms`;
