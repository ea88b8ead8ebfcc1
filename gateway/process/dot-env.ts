import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { isWorker } from '../process/workers.ts';

/**
 * Reads settings from `.env` in the working directory, if there is one; the environment overrides it. Workers
 * get the environment of the primary process, so that one started later has the same settings.
 * Decision: O11.
 */
export function loadDotEnv(): void {
  if (isWorker() || !existsSync('.env')) return;
  try {
    loadEnvFile('.env');
  } catch {
    process.stderr.write(`${resolve('.env')} is not a file that this user can read.\n`);
    process.exit(1);
  }
}
