import autocannon from 'autocannon';
import type { BenchRequest } from './ways.ts';

/** What the clients measured in one round. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Of each request, in milliseconds. */
  readonly latencies: readonly number[];
}

interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  /** Number of requests of all connections together; at least one each. */
  readonly amount: number;
  /** The nth request of the load. */
  readonly draw: (nth: number) => BenchRequest;
}

/** Requests that a connection sends before it repeats itself. */
const requestsPrepared = 250;

/** After this a response counts as missing. */
const timeoutSeconds = 60;

/**
 * Keeps every connection busy with one request after the other until all have been answered: requests aborted
 * at the end of a load would use CPU without being counted.
 * Throws an Error if a response has an unexpected status, or a request fails.
 */
export async function runLoad({ url, connections, amount, draw }: LoadOptions): Promise<Load> {
  const latencies: number[] = [];
  const others = new Map<string, number>();
  const note = (what: string): void => void others.set(what, (others.get(what) ?? 0) + 1);
  const prepared = Math.min(requestsPrepared, Math.ceil(amount / connections));
  const { status, path } = draw(0);
  let drawn = 0;
  let lastAt = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const cannon = autocannon(
      {
        url,
        connections,
        amount,
        timeout: timeoutSeconds,
        setupClient: (client) => {
          client.setRequests(
            Array.from({ length: prepared }, () => asCannonTakesIt(draw(drawn++))),
          );
        },
      },
      (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('The load failed.'));
        else resolve();
      },
    );
    cannon.on('response', (_client, answered, _bytes, ms) => {
      lastAt = performance.now();
      latencies.push(ms);
      if (answered !== status) note(`status ${answered}`);
    });
    cannon.on('reqError', (error) => {
      note(String(error));
    });
  });
  if (others.size > 0) {
    const told = [...others].map(([what, count]) => `${what} (${count})`).join(', ');
    throw new Error(`${url} was to answer ${path} with ${status}, but there were: ${told}.`);
  }
  return { requests: latencies.length, seconds: (lastAt - startedAt) / 1_000, latencies };
}

const asCannonTakesIt = ({ method, path, headers, body }: BenchRequest): autocannon.Request => ({
  method,
  path,
  headers,
  ...(body !== undefined && { body }),
});
