import { readdir, readFile } from 'node:fs/promises';

/** CPU time of all threads of a process so far, in milliseconds; Linux only. */
export async function cpuTimeOf(pid: number): Promise<number> {
  const folder = `/proc/${String(pid)}/task`;
  const threads = await readdir(folder);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`${folder}/${thread}/schedstat`, 'utf8');
      return Number(text.split(' ')[0]) / 1e6;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
