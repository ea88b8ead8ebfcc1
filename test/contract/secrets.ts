import { Writable } from 'node:stream';
import { createMetrics } from '../../gateway/metrics/metrics.ts';
import { createLog } from '../../gateway/passage/request-log.ts';
import type { Reply } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import type { Scene } from './scene.ts';

/** Captures a program's output, so that secrets can be searched in it. */
export function watchSecrets() {
  const told: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      told.push(chunk.toString());
      done();
    },
  });
  const metrics = createMetrics({ connections: () => ({ open: 1, idle: 1, waiting: 0 }) });
  let requests = 0;
  return {
    log: createLog('trace', destination),
    metrics,
    /** Bodies and headers of errors must contain no secret; those of successes contain what was requested. */
    noteAnswer({ status, text, headers }: Reply): void {
      requests += 1;
      if (status >= 400) told.push(text, JSON.stringify([...headers]));
    },
    requests: () => requests,
    lines: () => told.length,
    /** Where each secret was found; empty if none was. */
    find: async (secrets: readonly string[]): Promise<string[]> => {
      const texts = [...told, await metrics.read()];
      return secrets.flatMap((secret) => texts.filter((text) => text.includes(secret)));
    },
  };
}

/** Every secret of a scene: keys, their Basic encoding and hashes, and the tokens of all orders. */
export async function secretsOf(store: Store, scene: Scene): Promise<string[]> {
  const keys = [scene.admin, scene.ann, scene.bob, scene.unknown].map(({ key }) => key);
  const orders = await store.db.order.findMany({ select: { token: true } });
  const hashes = await store.db.apiKey.findMany({ select: { keyHash: true } });
  return [
    ...keys,
    ...keys.map((key) =>
      Buffer.from(`${key}:`)
        .toString('base64')
        .replace(/={0,2}$/, '')
        .slice(0, -2),
    ),
    ...orders.flatMap(({ token }) => (token === null ? [] : [token])),
    ...hashes.flatMap(({ keyHash }) => {
      const bytes = Buffer.from(keyHash);
      return [bytes.toString('hex'), bytes.toString('base64')];
    }),
  ];
}
