#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { runCommand } from './commands/commands.ts';
import { isWorker } from './process/workers.ts';

/**
 * Reads settings from `.env` in the working directory, if there is one; the environment overrides it. Workers
 * get the environment of the primary process, so that one started later has the same settings.
 */
if (!isWorker() && existsSync('.env')) {
  try {
    loadEnvFile('.env');
  } catch {
    process.stderr.write(`${resolve('.env')} is not a file that this user can read.\n`);
    process.exit(1);
  }
}

const exitStatus = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  isInteractive: process.stdout.isTTY,
});
// a pipe takes a long text in parts
if (exitStatus !== undefined) process.stdout.write('', () => process.exit(exitStatus));
