import { writeFile } from 'node:fs/promises';
import { printSdl, schema } from '../../schema/index.ts';
import { BadCommandLine, readCommandLine } from './command-line.ts';
import type { Command, Terminal } from './command.ts';
import { makeKey } from './make-key.ts';
import { serve } from './serve.ts';
import { migrateTables, resetStore, verifyStore } from './store-commands.ts';
import { usage, usageOf } from './usage.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { settingNames, settingsTable } from '../settings/settings.ts';
import { BadSettings, tellNearMisses } from '../settings/setting-faults.ts';
import { describeStartFailure } from '../process/start-failure.ts';
import { version } from '../version.ts';
import { isWorker } from '../process/workers.ts';

/** Every command, in the order of the help. */
const commands: Readonly<Record<string, Command>> = {
  serve: {
    flags: ['port', 'host', 'data-dir'],
    meaning: 'start the store; the default',
    run: serve,
  },
  migrate: {
    flags: ['data-dir'],
    meaning: 'update the tables of the database without serving',
    run: migrateTables,
  },
  verify: {
    flags: ['data-dir'],
    meaning: 'check the stored data for inconsistencies; exits with 1 if there are any',
    run: verifyStore,
  },
  key: {
    words: ['<email>'],
    flags: ['data-dir'],
    meaning: 'create an API key for a user and print it; the other keys stay valid',
    run: makeKey,
  },
  reset: {
    flags: ['data-dir'],
    meaning: 'delete the embedded database with all its data; the next start creates a new one',
    run: resetStore,
  },
  sdl: {
    words: ['[file]'],
    meaning: 'print the GraphQL schema, or write it to a file',
    run: printSchema,
  },
  settings: {
    meaning: 'print all settings with their defaults, as a Markdown table',
    run: printSettings,
  },
};

/**
 * Runs a command line and returns the exit status, or nothing while the store is up: 2 for an invalid command
 * line, 1 for an error, which is printed in one line; `LOG_LEVEL=debug` adds the stack trace.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  let config: Config | undefined;
  let name = 'serve';
  try {
    const { words, settings, asksFor, ...line } = readCommandLine(args, commands);
    if (asksFor === 'version') terminal.print(version);
    if (asksFor === 'help') terminal.print(help(line.name));
    if (asksFor !== 'run') return 0;
    name = line.name ?? name;
    if (settings['DATA_DIR'] !== undefined && terminal.environment['DATABASE_URL']) {
      throw new BadCommandLine(
        '--data-dir names an embedded database, but DATABASE_URL is set. Run with DATABASE_URL= to use the directory.',
      );
    }
    const environment = { ...terminal.environment, ...settings };
    if (!isWorker()) tellNearMisses(environment, settingNames).forEach(terminal.complain);
    config = readConfig(environment);
    return await commands[name]?.run(terminal, config, ...words);
  } catch (error) {
    if (error instanceof BadCommandLine) {
      terminal.complain(`${error.message}\nRun with --help to see the commands and flags.`);
      return 2;
    }
    const why = error instanceof BadSettings ? error.message : describeStartFailure(error, config);
    terminal.complain(`Command ${name} failed: ${why}`);
    if (config?.logLevel === 'debug' && error instanceof Error)
      terminal.complain(error.stack ?? '');
    return 1;
  }
}

function help(name: string | undefined): string {
  const command = name === undefined ? undefined : commands[name];
  return name === undefined || !command ? usage(commands) : usageOf(name, command);
}

function printSettings(terminal: Terminal): Promise<number> {
  terminal.print(settingsTable());
  return Promise.resolve(0);
}

async function printSchema(terminal: Terminal, _config: Config, file?: string): Promise<number> {
  const sdl = printSdl(schema);
  if (file === undefined) terminal.print(sdl.trimEnd());
  else await writeFile(file, sdl);
  return 0;
}
