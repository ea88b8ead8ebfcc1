import { parseArgs } from 'node:util';
import { didYouMean } from '../settings/near-miss.ts';
import { type Command, type FlagName, flags } from './command.ts';

/** An invalid command line; the message says why, in one line. */
export class BadCommandLine extends Error {}

type Commands = Readonly<Record<string, Command>>;

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  ...Object.fromEntries(
    Object.keys(flags).map((name) => [name, { type: 'string' } as const] as const),
  ),
} as const;

const knownFlags = Object.keys(options).map((name) => `--${name}`);

const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);

/**
 * Parses the arguments: command, flags and the command's words, in any order. Without a command, `serve` is meant, and
 * the name is undefined. The settings are those given as flags. Throws BadCommandLine for anything unknown.
 */
export function readCommandLine(args: readonly string[], commands: Commands) {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === 'option');
  const unknown = given.find(({ name }) => !Object.hasOwn(options, name));
  if (unknown) {
    const suggestion = didYouMean(unknown.rawName, knownFlags);
    throw new BadCommandLine(`Unknown flag ${unknown.rawName}.${suggestion}`);
  }
  const [first, ...rest] = tokens.flatMap((token) =>
    token.kind === 'positional' ? [token.value] : [],
  );
  const [name, words] = first === 'help' ? [rest[0], rest.slice(1)] : [first, rest];
  const command = commandOf(name, commands);
  const settings: Record<string, string> = {};
  const asked = new Set<string>(first === 'help' ? ['help'] : []);
  for (const { name: option, rawName, value, inlineValue } of given) {
    if (!isFlag(option)) {
      if (value !== undefined) throw new BadCommandLine(`${rawName} takes no value.`);
      asked.add(option);
    } else if (!command.flags?.includes(option)) {
      throw new BadCommandLine(`${name ?? 'serve'} takes no ${rawName}.`);
    } else if (!value || (!inlineValue && value.startsWith('-'))) {
      throw new BadCommandLine(`${rawName} needs a value: ${rawName} ${flags[option].value}`);
    } else {
      settings[flags[option].setting] = value;
    }
  }
  const asksFor = asked.has('help') ? 'help' : asked.has('version') ? 'version' : 'run';
  if (asksFor === 'run') requireWords(name ?? 'serve', words, command);
  return { name, words, settings, asksFor };
}

function commandOf(name: string | undefined, commands: Commands): Command {
  const command = new Map(Object.entries(commands)).get(name ?? 'serve');
  if (command) return command;
  const suggestion = didYouMean(String(name), Object.keys(commands));
  throw new BadCommandLine(`Unknown command ${JSON.stringify(name)}.${suggestion}`);
}

function requireWords(
  name: string,
  words: readonly string[],
  { words: taken = [] }: Command,
): void {
  const required = taken.filter((word) => word.startsWith('<'));
  const [missing] = required.slice(words.length);
  if (missing !== undefined) throw new BadCommandLine(`${name} needs ${missing}.`);
  const [extra] = words.slice(taken.length);
  if (extra !== undefined) {
    throw new BadCommandLine(`${name} does not take ${JSON.stringify(extra)}.`);
  }
}
