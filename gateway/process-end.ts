import type { Log } from './request-log.ts';

/** Ends the process when a stop is done: with 0, or with 1 and a line in the log where it failed. */
export function endAfter(stop: Promise<void>, log: Log): void {
  stop.then(
    () => process.exit(0),
    (error: unknown) => {
      log.fatal({ err: error }, 'the stop failed');
      process.exit(1);
    },
  );
}

/** Ends the process with 1 and a line in the log at what nobody caught. */
export function endAtUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}
