import { banner } from '../process/banner.ts';
import type { Config } from '../settings/config.ts';
import {
  endAfter,
  endAtUncaught,
  hearSignals,
  StopAsked,
  whenStopAsked,
} from '../process/process-end.ts';
import { openLog } from '../process/readable-log.ts';
import { startServer } from '../process/server.ts';
import { isWorker, serveAsWorker, startWorkers } from '../process/workers.ts';
import type { Terminal } from './command.ts';

/** Returns the exit status if the process was told to stop before the store was up. */
export async function serve(terminal: Terminal, config: Config): Promise<number | undefined> {
  if (isWorker()) {
    await serveAsWorker(config);
    return undefined;
  }
  const stopAsked = hearSignals(openLog(config));
  const progress = (line: string): void => {
    if (terminal.isInteractive) terminal.complain(line);
  };
  const made: string[] = [];
  try {
    const start = config.workers > 1 ? startWorkers : startServer;
    const onKeyMade = (key: string): void => void made.push(key);
    const store = await start(config, { progress, onKeyMade, stopAsked });
    endAtUncaught(store.log);
    terminal.print(banner(store, config));
    whenStopAsked(stopAsked, (lingerMs) => {
      endAfter(store.stop(lingerMs), store.log);
    });
    return undefined;
  } catch (error) {
    // the start failed later on, but the key is stored and would otherwise never be shown
    for (const key of made) terminal.print(`The admin's key, shown only now: ${key}`);
    if (error instanceof StopAsked) return 0;
    throw error;
  }
}
