import { setTimeout as pause } from 'node:timers/promises';
import { findLosses } from './losses.ts';
import type { Scenario } from './scenario.ts';
import { startBuyers, stockVariant, tallyOf, Witness } from './traffic.ts';
import { patiently } from '../test/support/waiting.ts';

const kills = 20;
/** Acknowledged writes before each kill, so that there is something to lose; a new process warms up first. */
const writesBefore = 10;

const untilWritten = (witness: Witness, count: number): Promise<number> =>
  patiently('clients are told of writes', 30_000, () => Promise.resolve(witness.writes >= count));

/** A service process is killed in the middle of writes, again and again. Decision: L20. */
export const kill: Scenario = {
  name: 'kill',
  promise: 'A process that is killed in the middle of writes loses nothing that was acknowledged.',
  databases: ['server', 'workers', 'embedded'],
  run: async (setting) => {
    const { faults, tell } = setting;
    const variants = [await stockVariant(setting, 'Lamp'), await stockVariant(setting, 'Shade')];
    const [lamp = 0, shade = 0] = variants;
    const witness = new Witness();
    const all = [];
    for (let round = 0; round < kills; round += 1) {
      const buyers = startBuyers(setting, [lamp, shade], witness, 9);
      await untilWritten(witness, witness.writes + writesBefore);
      await pause(Math.random() * 450);
      const victim = faults.processes[round % faults.processes.length];
      if (victim === undefined) throw new Error('There is no process to kill.');
      await faults.end(victim, 'SIGKILL');
      await buyers.stop();
      all.push(...buyers.outcomes);
      await faults.startMissing();
      if (round % 5 === 4) tell(`  ${String(round + 1)} kills, ${String(witness.writes)} writes`);
    }
    const wrong = all.filter(({ status }) => status !== undefined && status >= 500);
    return [
      {
        figure: 'kills in the middle of writes',
        promised: String(kills),
        seen: `${String(kills)}, cutting off ${String(all.filter(({ status }) => status === undefined).length)} requests`,
        holds: true,
      },
      ...(await findLosses(setting, witness)),
      {
        figure: 'answers of 5xx by the processes left',
        promised: '0',
        seen: wrong.length === 0 ? '0' : tallyOf(wrong),
        holds: wrong.length === 0,
      },
    ];
  },
};
