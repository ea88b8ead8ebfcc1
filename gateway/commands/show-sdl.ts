import { writeFile } from 'node:fs/promises';
import { printSdl, schema } from '../../schema/index.ts';
import type { Config } from '../settings/config.ts';
import type { Terminal } from './command.ts';

/** Prints the GraphQL schema, or writes it to a file. */
export async function showSdl(terminal: Terminal, _config: Config, file?: string): Promise<number> {
  const sdl = printSdl(schema);
  if (file === undefined) terminal.print(sdl.trimEnd());
  else await writeFile(file, sdl);
  return 0;
}
