import { once } from 'node:events';
import type { Scenario } from './scenario.ts';
import { spawnProgram } from './service-process.ts';
import { inMs, send } from './traffic.ts';

/** Runs the program to its end. */
async function runProgram(words: readonly string[], settings: Readonly<Record<string, string>>) {
  const start = performance.now();
  const { child, output } = spawnProgram(words, settings);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: output(), took: performance.now() - start };
}

/** A second process is started on the embedded database's directory. Decision: L25. */
export const directoryTaken: Scenario = {
  name: 'directory-taken',
  promise: 'The directory of the embedded database is kept to one living process.',
  databases: ['embedded'],
  run: async (setting) => {
    const { faults } = setting;
    const [holder] = faults.processes;
    if (holder === undefined || faults.dataDir === undefined) throw new Error('No holder.');
    const settings = { DATA_DIR: faults.dataDir, PORT: '0' };
    // the time the program needs to load, without opening anything
    const loading = await runProgram(['settings'], settings);
    const second = await runProgram(['serve'], settings);
    const took = second.took - loading.took;
    const namesHolder = second.output.includes(`process ${String(holder.child.pid)}`);
    await faults.end(holder, 'SIGKILL');
    await faults.startMissing();
    const answer = await send(setting, holder.url, ['GET', '/api/orders?per_page=1']);
    return [
      {
        figure: 'a second process on the directory',
        promised: 'ends with a failure within 1 s of loading',
        seen: `status ${String(second.status)} after ${inMs(took)}`,
        holds: second.status !== null && second.status !== 0 && took <= 1_000,
      },
      {
        figure: 'what it says',
        promised: 'names the holder',
        seen: namesHolder ? 'the holder’s process id' : second.output.slice(-200),
        holds: namesHolder,
      },
      {
        figure: 'the lock of a killed holder',
        promised: 'is taken over',
        seen: `a new process answers ${String(answer.status)}`,
        holds: answer.status === 200,
      },
    ];
  },
};
