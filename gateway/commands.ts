import { writeFile } from 'node:fs/promises';
import { parse, printSchema } from 'graphql';
import { openDatabase } from '../prisma/database.ts';
import type { Row } from '../prisma/database.ts';
import { findViolations, invariants } from '../prisma/invariants.ts';
import { migrate } from '../prisma/migrate.ts';
import { makeSampleRows, schema, setUpAdmin, storedText } from '../schema/index.ts';
import type { Viewer } from '../schema/index.ts';
import { banner } from './banner.ts';
import { readConfig, settingsTable } from './config.ts';
import type { Config } from './config.ts';
import { createExecute } from './execute.ts';
import { endAfter, endAtUncaught, hearSignals, StopAsked, whenStopAsked } from './process-end.ts';
import { createLog } from './request-log.ts';
import { executionOf, migrateWithProgress, openConfigured, startServer } from './server.ts';
import type { Progress } from './server.ts';
import { describeStartFailure } from './start-failure.ts';
import { isWorker, serveAsWorker, startWorkers } from './workers.ts';

/** The terminal a command talks to. */
interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly isInteractive: boolean;
}

interface Command {
  readonly usage: string;
  readonly meaning: string;
  /** Gives the exit status, or nothing while the program goes on. */
  readonly run: (
    terminal: Terminal,
    config: Config,
    ...words: string[]
  ) => Promise<number | undefined>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: { usage: 'serve', meaning: 'start the store (the default)', run: serve },
  migrate: { usage: 'migrate', meaning: 'bring the tables up to date', run: migrateTables },
  verify: {
    usage: 'verify',
    meaning: 'look for broken invariants in what is stored',
    run: verifyStore,
  },
  key: { usage: 'key <email>', meaning: 'make a new API key for a user', run: makeKey },
  sdl: { usage: 'sdl [file]', meaning: 'print the GraphQL schema, or write it', run: showSdl },
  sample: {
    usage: 'sample <file>',
    meaning: 'write the rows of the sample store, as its operations leave them',
    run: writeSample,
  },
  settings: { usage: 'settings', meaning: 'print the settings as a table', run: printSettings },
};

/**
 * Runs a command line: its first word is the command, `serve` when there is none. Gives the exit status,
 * or nothing while the store is up. A failure is one line; `LOG_LEVEL=debug` adds the stack.
 */
export async function runCommand(
  [name = 'serve', ...words]: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    terminal.complain(usage());
    return name === '--help' || name === '-h' || name === 'help' ? 0 : 2;
  }
  let config: Config | undefined;
  try {
    config = readConfig(terminal.environment);
    return await command.run(terminal, config, ...words);
  } catch (error) {
    terminal.complain(`Command ${name} failed: ${describeStartFailure(error, config)}`);
    if (config?.logLevel === 'debug' && error instanceof Error)
      terminal.complain(error.stack ?? '');
    return 1;
  }
}

function usage(): string {
  const rows = Object.values(commands).map((row) => `  ${row.usage.padEnd(14)}${row.meaning}`);
  return ['Commands:', ...rows].join('\n');
}

function progressOf(terminal: Terminal): Progress {
  return (line) => {
    if (terminal.isInteractive) terminal.complain(line);
  };
}

/** Gives the exit status where a stop was asked for before the store was up. Decision: L24, L53. */
async function serve(terminal: Terminal, config: Config): Promise<number | undefined> {
  if (isWorker()) {
    await serveAsWorker(config);
    return undefined;
  }
  const stopAsked = hearSignals(createLog(config.logLevel));
  const progress = progressOf(terminal);
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
    // the start failed later on, but the key stays and would never be told
    for (const key of made) terminal.print(`The admin's key, shown only now: ${key}`);
    if (error instanceof StopAsked) return 0;
    throw error;
  }
}

async function migrateTables(terminal: Terminal, config: Config): Promise<number> {
  const database = await openConfigured(config);
  try {
    const applied = await migrateWithProgress(database, terminal.print);
    terminal.print(applied.length === 0 ? 'The tables are up to date.' : 'Done.');
    return 0;
  } finally {
    await database.close();
  }
}

/** Prints every row that breaks an invariant; the status is 1 when there is one. Decision: T50. */
async function verifyStore(terminal: Terminal, config: Config): Promise<number> {
  const database = await openConfigured(config);
  try {
    const violations = await database.session(findViolations);
    for (const { says, row } of violations) terminal.print(`${says} Not so: ${describeRow(row)}`);
    terminal.print(
      `${String(invariants.length)} invariants checked, ${String(violations.length)} violations.`,
    );
    return violations.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function describeRow(row: Row): string {
  return Object.entries(row)
    .map(
      ([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : String(value)}`,
    )
    .join(', ');
}

/** The operator of the machine may do everything; nobody else is asked. */
const operator: Viewer = { key: 'good', user: null, permissions: new Set(['*']), orderToken: null };

const GenerateApiKey = parse(`mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }`);

async function makeKey(terminal: Terminal, config: Config, email?: string): Promise<number> {
  if (email === undefined) {
    terminal.complain('Usage: key <email>');
    return 2;
  }
  const database = await openConfigured(config);
  try {
    const user = await database.client.user.findFirst({
      where: { email: { equals: email, mode: 'insensitive' } },
      select: { id: true },
    });
    if (!user) throw new Error(`There is no user with the e-mail ${email}.`);
    const execution = executionOf(database, config, createLog('silent'));
    const execute = createExecute({ ...execution, loadViewer: () => Promise.resolve(operator) });
    const credentials = { key: null, orderToken: null };
    const state = { requestId: 'command-line', credentials };
    const { data, errors } = await execute({ state }, GenerateApiKey, { userId: String(user.id) });
    const [failure] = errors ?? [];
    if (failure) throw failure;
    const made = data?.['generateApiKey'] as { readonly key: string };
    terminal.print(made.key);
    return 0;
  } finally {
    await database.close();
  }
}

async function showSdl(terminal: Terminal, _config: Config, file?: string): Promise<number> {
  const sdl = printSchema(schema);
  if (file === undefined) terminal.print(sdl);
  else await writeFile(file, `${sdl}\n`);
  return 0;
}

/** Carries the operations out in a new embedded database, whatever the settings name. Decision: Q45. */
async function writeSample(terminal: Terminal, _config: Config, file?: string): Promise<number> {
  if (file === undefined) {
    terminal.complain('Usage: sample <file>');
    return 2;
  }
  const database = await openDatabase({});
  try {
    await migrate(database);
    await setUpAdmin(database.client, undefined);
    await writeFile(file, storedText(await makeSampleRows(database.client)));
    return 0;
  } finally {
    await database.close();
  }
}

function printSettings(terminal: Terminal): Promise<number> {
  terminal.print(settingsTable());
  return Promise.resolve(0);
}
