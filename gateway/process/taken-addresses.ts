import { once } from 'node:events';
import { createServer } from 'node:net';
import { type MetricsAddress, MetricsAddressTaken } from '../metrics/metrics-listener.ts';
import type { Config } from '../settings/config.ts';

/** Listens on an address and lets go of it again; rejects if that is not possible. */
async function tryOut({ host, port }: MetricsAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Rejects like the listeners if the program could not listen on its addresses now. */
export async function refuseTakenAddresses({ host, port, metrics }: Config): Promise<void> {
  await tryOut({ host, port });
  if (!metrics) return;
  await tryOut(metrics).catch((cause: unknown) => {
    throw new MetricsAddressTaken('The metrics cannot be served.', { cause });
  });
}
