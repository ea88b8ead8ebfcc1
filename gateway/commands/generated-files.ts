import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { openDatabase } from '../../prisma/database.ts';
import { migrate } from '../../prisma/migrate.ts';
import { makeSampleRows, schema, setUpAdmin, storedText } from '../../schema/index.ts';
import type { Config } from '../config.ts';
import type { Terminal } from './command.ts';

/** Prints the GraphQL schema, or writes it to a file. */
export async function showSdl(terminal: Terminal, _config: Config, file?: string): Promise<number> {
  const sdl = printSchema(schema);
  if (file === undefined) terminal.print(sdl);
  else await writeFile(file, `${sdl}\n`);
  return 0;
}

/** Runs the operations in a new embedded database, whatever the settings name. Decision: Q45. */
export async function writeSample(
  _terminal: Terminal,
  _config: Config,
  file = '',
): Promise<number> {
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
