import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Figures } from './metrics-of-workers.ts';
import type { Log } from '../passage/request-log.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The program cannot listen on the address of METRICS; the cause says why. */
export class MetricsAddressTaken extends Error {
  override readonly name = 'MetricsAddressTaken';
}

/**
 * Serves `GET /metrics` and nothing else, on a separate address that the operator opens to Prometheus only. 503
 * if metrics cannot be read. Rejects with `MetricsAddressTaken` if it cannot listen on the address.
 */
export async function listenForMetrics(
  metrics: Figures,
  { host, port }: MetricsAddress,
  log: Pick<Log, 'warn'>,
) {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 });
  server.on('request', (request, response) => {
    const isKnown = request.url === '/metrics' && request.method === 'GET';
    const answer = async (): Promise<void> => {
      const text = isKnown ? await metrics.read() : '';
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': metrics.contentType });
      response.end(text);
    };
    answer().catch((error: unknown) => {
      log.warn({ err: error }, 'the metrics could not be read');
      response.writeHead(503);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new MetricsAddressTaken('The metrics cannot be served.', { cause });
  });
  server.on('error', (error) => {
    log.warn({ err: error }, 'the listener of the metrics failed');
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
