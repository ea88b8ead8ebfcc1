import { setTimeout as pause } from 'node:timers/promises';
import { findLosses } from './losses.ts';
import type { Scenario, Setting } from './scenario.ts';
import { inMs, send, startBuyers, stockVariant, tallyOf, Witness } from './traffic.ts';
import { patiently } from '../test/support/waiting.ts';

const awayMs = 6_000;
const rounds = 3;

/** Until every process answers a read and a write normally again. */
export const untilServed = (setting: Setting): Promise<number> =>
  patiently('every process serves again', 30_000, async () => {
    const answers = await Promise.all(
      setting.urls.flatMap((url) => [
        send(setting, url, ['GET', '/api/orders?per_page=1']),
        send(setting, url, ['POST', '/api/orders', { order: {} }]),
      ]),
    );
    return answers.every(({ status }) => status === 200 || status === 201);
  });

/** The database server is killed under load and comes back. Decision: L21. */
export const databaseAway: Scenario = {
  name: 'database-away',
  promise:
    'While the database is away every answer is 503 and quick; the same process goes on after.',
  databases: ['server'],
  // warnings for every 503 would push the errors, which are reported, out of the stored output
  environment: { LOG_LEVEL: 'error' },
  run: async (setting) => {
    const { faults } = setting;
    const variants = [
      await stockVariant(setting, 'Lamp'),
      await stockVariant(setting, 'Shade'),
    ] as const;
    const witness = new Witness();
    const during = [];
    const all = [];
    const recoveries = [];
    for (let round = 0; round < rounds; round += 1) {
      const buyers = startBuyers(setting, variants, witness, 24);
      await pause(1_500);
      await faults.stopDatabase();
      const from = performance.now();
      await pause(awayMs);
      const to = performance.now();
      await faults.startDatabase();
      recoveries.push(await untilServed(setting));
      await pause(500);
      await buyers.stop();
      all.push(...buyers.outcomes);
      during.push(...buyers.outcomes.filter(({ sentAt }) => sentAt >= from && sentAt < to - 100));
    }
    const well = during.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null);
    const slowest = Math.max(...during.map(({ took }) => took));
    const faultsSeen = all.filter(({ status }) => status === 500 || status === undefined);
    const recovery = Math.max(...recoveries);
    for (const { output } of faults.processes) {
      for (const line of output().split('\n')) if (line.includes('"fault"')) setting.tell(line);
    }
    return [
      {
        figure: 'answers while the server is away',
        promised: 'all 503 with Retry-After',
        seen: tallyOf(during),
        holds: during.length > 100 && well.length === during.length,
      },
      {
        figure: 'slowest of them',
        promised: '3 s',
        seen: inMs(slowest),
        holds: slowest <= 3_000,
      },
      {
        figure: '500 or no answer, before, during and after',
        promised: '0',
        seen: `${String(faultsSeen.length)} of ${String(all.length)} (${tallyOf(all)})`,
        holds: faultsSeen.length === 0,
      },
      {
        figure: 'the same processes serve again after the server',
        promised: 'within 5 s',
        seen: `${inMs(recovery)}, slowest of ${String(rounds)}`,
        holds: recovery <= 5_000,
      },
      ...(await findLosses(setting, witness)),
    ];
  },
};
