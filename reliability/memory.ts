import { readFile } from 'node:fs/promises';
import type { ServiceProcess } from './scenario.ts';
import { patiently } from '../test/support/waiting.ts';

/** Loads the memory probe into a service process: a scenario's environment. */
export const withMemoryProbe = {
  NODE_OPTIONS: `--import ${new URL('./memory-probe.js', import.meta.url).href}`,
} as const;

/** Resident memory of a process in MB; Linux only. */
export async function residentOf({ child }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The memory of a process after a full garbage collection, in MB; requires the probe. */
export async function liveOf({ child, output }: ServiceProcess): Promise<number> {
  const told = (): number[] => {
    const last = [...output().matchAll(/live memory (\d+), (\d+)\n/g)].at(-1);
    return last === undefined ? [0, 0] : [Number(last[1]), Number(last[2])];
  };
  const [, before = 0] = told();
  child.kill('SIGUSR2');
  await patiently('a process tells its memory', 30_000, () =>
    Promise.resolve((told()[1] ?? 0) > before),
  );
  return (told()[0] ?? 0) / 2 ** 20;
}
