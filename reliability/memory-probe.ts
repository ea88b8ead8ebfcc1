import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into a service process: at each SIGUSR2 collects all garbage and prints what is left, `live memory N,
 * COUNT`, in bytes of the heap and of external memory.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let count = 0;

process.on('SIGUSR2', () => {
  collect();
  count += 1;
  const { heapUsed, external } = process.memoryUsage();
  writeSync(1, `live memory ${String(heapUsed + external)}, ${String(count)}\n`);
});
