import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario, Setting } from './scenario.ts';
import { inMs, send, stockVariant, tallyOf } from './traffic.ts';

const inFlight = 50;

/**
 * Requests that are under way for a second: on a server they wait for a lock; the embedded database
 * does one after the other, which is slow enough.
 */
async function holdUp({ faults }: Setting): Promise<{ readonly release: () => Promise<void> }> {
  if (faults.databaseUrl === undefined) return { release: () => Promise.resolve() };
  const client = new pg.Client({ connectionString: faults.databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE');
  return { release: () => client.end() };
}

/** The operator stops a process that is at work. Decision: L24. */
export const stop: Scenario = {
  name: 'stop',
  promise: 'A stop answers what is in flight, is told to probes at once, and ends in time.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const { faults } = setting;
    const [service] = faults.processes;
    if (service === undefined) throw new Error('There is no process to stop.');
    const { url } = service;
    const variant = await stockVariant(setting, 'Lamp');
    const lines = [{ variant_id: variant, quantity: 1 }];
    await send(setting, url, ['GET', '/api/orders?per_page=1']);
    const hold = await holdUp(setting);
    const answers = Promise.all(
      Array.from({ length: inFlight }, () =>
        send(setting, url, ['POST', '/api/orders', { order: { line_items: lines } }]),
      ),
    );
    await pause(200);
    const start = performance.now();
    const ended = faults.end(service, 'SIGTERM');
    await pause(20);
    const probe = await send(setting, url, ['GET', '/readyz']);
    await pause(500);
    await hold.release();
    const status = await ended;
    const took = performance.now() - start;
    const outcomes = await answers;

    await faults.startMissing();
    const [again] = faults.processes;
    if (again === undefined) throw new Error('There is no process to stop.');
    const holdAgain = await holdUp(setting);
    const cut = Promise.all(
      Array.from({ length: inFlight }, () =>
        send(setting, url, ['POST', '/api/orders', { order: { line_items: lines } }]),
      ),
    );
    await pause(200);
    again.child.kill('SIGTERM');
    await pause(50);
    const second = performance.now();
    const status2 = await faults.end(again, 'SIGTERM');
    const took2 = performance.now() - second;
    await cut;
    await holdAgain.release();
    await faults.startMissing();
    return [
      {
        figure: `SIGTERM with ${String(inFlight)} requests in flight`,
        promised: 'all answered',
        seen: tallyOf(outcomes),
        holds: outcomes.every((outcome) => outcome.status === 201),
      },
      {
        figure: 'end of the process',
        promised: 'status 0 within 10 s',
        seen: `status ${String(status)} after ${inMs(took)}`,
        holds: status === 0 && took <= 10_000,
      },
      {
        figure: '/readyz after the signal',
        promised: '503 at once',
        seen: `${String(probe.status)} after ${inMs(probe.took)}`,
        holds: probe.status === 503 && probe.took <= 500,
      },
      {
        figure: 'a second signal',
        promised: 'ends the process at once',
        seen: `status ${String(status2)} after ${inMs(took2)}`,
        holds: status2 === 143 && took2 <= 1_000,
      },
    ];
  },
};
