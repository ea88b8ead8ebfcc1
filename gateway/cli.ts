#!/usr/bin/env node
import { runCommand } from './commands/commands.ts';
import { loadDotEnv } from './process/dot-env.ts';

loadDotEnv();

const exitStatus = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  isInteractive: process.stdout.isTTY,
});
if (exitStatus !== undefined) process.exit(exitStatus);
