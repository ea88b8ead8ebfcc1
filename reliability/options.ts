import { readWords, Usage } from '../bench/usage.ts';
import type { DatabaseKind } from './scenario.ts';

/** What one run of the harness tries. */
export interface Options {
  /** Names of the scenarios; undefined for all that run without being named. */
  readonly only: readonly string[] | undefined;
  readonly databases: readonly DatabaseKind[];
  /** The attacks that `unfair` makes, by finding or by what they do; undefined for all. */
  readonly attacks: readonly string[] | undefined;
  /** Duration of scenarios that can run for any time. */
  readonly seconds: number | undefined;
  /** File whose marked block is replaced by the table. */
  readonly write: string | undefined;
}

const databases = ['server', 'workers', 'embedded'] as const satisfies readonly DatabaseKind[];

const text = { type: 'string' } as const;

const options = {
  only: { ...text, multiple: true },
  database: { ...text, multiple: true },
  attack: { ...text, multiple: true },
  seconds: text,
  write: text,
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the command line.
 * Throws Usage if it is wrong or help is requested.
 */
export function readOptions(
  words: readonly string[],
  { names, attacks }: { readonly names: readonly string[]; readonly attacks: readonly string[] },
): Options {
  const usage = [
    'npm run reliability -- [options]',
    '',
    `  --only NAME       only this scenario, may be repeated: ${names.join(', ')}`,
    `  --database KIND   only on one of ${databases.join(', ')}`,
    '  --attack N        of unfair only the attacks of this finding, or the one so named, may be repeated',
    '  --seconds N       how long the soak goes on, 600, or an attack of unfair, 10',
    '  --write FILE      put the table between <!-- reliability --> and <!-- /reliability --> of a file',
  ].join('\n');
  const values = readWords(words, options, usage);
  if (values.help) throw new Usage(usage, 0);
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Usage(`There is no scenario ${unknown}.\n\n${usage}`);
  const missing = values.attack?.find((word) => !attacks.includes(word));
  if (missing !== undefined) {
    throw new Usage(`There is no attack ${missing}; they are:\n${attacks.join('\n')}`);
  }
  const kinds = values.database ?? databases;
  const chosen = databases.filter((kind) => kinds.includes(kind));
  if (chosen.length !== new Set(kinds).size) {
    throw new Usage(`--database must be one of ${databases.join(', ')}.\n\n${usage}`);
  }
  if (values.seconds !== undefined && !/^[1-9]\d{0,5}$/.test(values.seconds)) {
    throw new Usage(`--seconds must be a whole number from 1 on.\n\n${usage}`);
  }
  return {
    only: values.only,
    databases: chosen,
    attacks: values.attack,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    write: values.write,
  };
}
