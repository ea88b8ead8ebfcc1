import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arm, Target } from './attack.ts';

const mostUnderWay = 64;

/** The means of an attacker; `counts` has a place for each status. */
export function openArm(target: Target, counts: Int32Array): Arm {
  const { address: localAddress } = target;
  const agent = new Agent({ keepAlive: true, localAddress });
  const { hostname, port } = new URL(target.url);
  const count = (status: number): void => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const send: Arm['prepare'] = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { agent, hostname, port, method, path };
      const call = request({ ...options, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('close', () => {
          call.destroy();
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      });
      let isAnswered = false;
      call.on('response', () => (isAnswered = true));
      call.on('error', () => {
        if (!isAnswered) resolve({ status: 0, text: '' });
      });
      call.end(body);
    });
  return {
    target,
    count,
    prepare: send,
    ask: async (...sent) => {
      const answer = await send(...sent);
      count(answer.status);
      return answer;
    },
    connect: () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      socket.pause();
      // what the store does to the attacker's connections is none of its worries
      socket.on('error', () => socket.destroy());
      return socket;
    },
    pace: async (perSecond, work) => {
      let underWay = 0;
      const start = performance.now();
      for (let place = 0; ; place += 1) {
        const wait = (place / perSecond) * 1_000 - (performance.now() - start);
        if (wait > 1) await pause(wait);
        while (underWay >= mostUnderWay) await pause(5);
        underWay += 1;
        void work(place).finally(() => (underWay -= 1));
      }
    },
    crowd: async (size, work) => {
      let next = 0;
      const one = async (): Promise<never> => {
        for (;;) {
          await work((next += 1) - 1);
          // a refusal at once must not keep the attacker's own loop from turning
          await pause(1);
        }
      };
      const [first] = await Promise.all(Array.from({ length: size }, one));
      return first as never;
    },
  };
}
