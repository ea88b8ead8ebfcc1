import { Agent, request } from 'node:http';
import { cpuTimeOf } from '../cpu-time.ts';
import type { SizedRequest } from './input.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A shorter batch is mostly noise. */
const leastBatchMs = 25;
const mostInBatch = 400;
const patienceMs = 30_000;

/** An answer; its status is 0 where the connection was closed instead. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

let times = 0;

/** Sends one request and reads its response. */
export function ask(url: string, sent: SizedRequest): Promise<Answered> {
  const { method, path, headers } = sent;
  const body = sent.body?.((times += 1));
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('close', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    call.setTimeout(patienceMs, () => call.destroy());
    call.on('error', () => {
      resolve({ status: 0, text: '' });
    });
    call.end(body);
  });
}

async function batchOf({ url, pid }: Process, sent: SizedRequest, count: number): Promise<number> {
  const before = await cpuTimeOf(pid);
  for (let left = count; left > 0; left -= 1) await ask(url, sent);
  return (await cpuTimeOf(pid)) - before;
}

/** The process whose CPU time is read. */
export interface Process {
  readonly url: string;
  readonly pid: number;
}

/** How many requests make a batch that is more than noise. */
export async function batchSize(process: Process, sent: SizedRequest): Promise<number> {
  for (let count = 2; ; count *= 2) {
    const took = await batchOf(process, sent, count);
    if (took >= leastBatchMs || count >= mostInBatch) return count;
  }
}

/** CPU milliseconds of one request, as the mean of a batch. */
export const costOf = async (
  process: Process,
  sent: SizedRequest,
  count: number,
): Promise<number> => (await batchOf(process, sent, count)) / count;

/** Closes the connection. */
export const hangUp = (): void => {
  agent.destroy();
};
