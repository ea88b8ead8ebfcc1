import { setTimeout as pause } from 'node:timers/promises';
import { lockOrders, sendAtOnce } from './burst.ts';
import type { Scenario, Setting } from './scenario.ts';
import { inMs, send, stockVariant, tallyOf } from './traffic.ts';
import { patiently } from '../test/support/waiting.ts';

const inFlight = 50;
const probeMs = 500;

/**
 * Requests that take a second: on a server they wait for a lock; the embedded database runs one after the
 * other, which is slow enough.
 */
async function holdUp({ faults }: Setting): Promise<{ readonly release: () => Promise<void> }> {
  if (faults.databaseUrl === undefined) return { release: () => Promise.resolve() };
  return lockOrders(faults.databaseUrl);
}

/** The operator stops a busy process. Decision: L24. */
export const stop: Scenario = {
  name: 'stop',
  promise: 'A stop answers what is in flight, is told to probes at once, and ends in time.',
  databases: ['server', 'workers', 'embedded'],
  run: async (setting) => {
    const { faults } = setting;
    const [service] = faults.processes;
    if (service === undefined) throw new Error('There is no process to stop.');
    const { url } = service;
    const variant = await stockVariant(setting, 'Lamp');
    const lines = [{ variant_id: variant, quantity: 1 }];
    await send(setting, url, ['GET', '/api/orders?per_page=1']);
    const hold = await holdUp(setting);
    const orders = { count: inFlight, body: { order: { line_items: lines } } };
    const burst = sendAtOnce(setting, url, orders);
    await burst.sent;
    const start = performance.now();
    const ended = faults.end(service, 'SIGTERM');
    const told = await patiently('probes are told of the stop', probeMs * 10, async () => {
      const { status } = await send(setting, url, ['GET', '/readyz']);
      return status === 503;
    });
    await pause(500);
    await hold.release();
    const status = await ended;
    const took = performance.now() - start;
    const statuses = await burst.answers;

    await faults.startMissing();
    const [again] = faults.processes;
    if (again === undefined) throw new Error('There is no process to stop.');
    const holdAgain = await holdUp(setting);
    const cut = sendAtOnce(setting, url, orders);
    await cut.sent;
    again.child.kill('SIGTERM');
    // sooner it would be the same signal
    await pause(500);
    const second = performance.now();
    const status2 = await faults.end(again, 'SIGTERM');
    const took2 = performance.now() - second;
    await cut.answers;
    await holdAgain.release();
    await faults.startMissing();
    return [
      {
        figure: `SIGTERM with ${String(inFlight)} requests in flight`,
        promised: 'all answered',
        seen: tallyOf(statuses.map((seen) => ({ status: seen }))),
        holds: statuses.length === inFlight && statuses.every((seen) => seen === 201),
      },
      {
        figure: 'end of the process',
        promised: 'status 0 within 10 s',
        seen: `status ${String(status)} after ${inMs(took)}`,
        holds: status === 0 && took <= 10_000,
      },
      {
        figure: '/readyz after the signal',
        promised: '503 at once, within 500 ms',
        seen: `503 after ${inMs(told)}`,
        holds: told <= probeMs,
      },
      {
        figure: 'a second signal',
        promised: 'ends the process at once, within 1 s',
        seen: `status ${String(status2)} after ${inMs(took2)}`,
        holds: status2 === 143 && took2 <= 1_000,
      },
    ];
  },
};
