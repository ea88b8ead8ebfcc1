import { describeSetting } from '../settings/settings.ts';
import { type Command, flags } from './command.ts';

const program = 'node dist/gateway/cli.js';

/** Flags of every command. */
const common = [
  ['--help', 'Show this help'],
  ['--version', 'Show the version'],
] as const;

const table = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2;
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`);
};

const settingsOrder =
  'Flags override environment variables, which override a .env file in the working directory.';

export function usage(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(
    ([name, { words = [], meaning }]) => [[name, ...words].join(' '), meaning] as const,
  );
  return [
    `Usage: ${program} <command> [flags]`,
    '',
    'Commands:',
    ...table(rows),
    '',
    'Flags:',
    ...table(common),
    '',
    `${program} <command> --help shows the flags of a command; \`settings\` lists all settings.`,
    settingsOrder,
  ].join('\n');
}

/** Help for one command: what it does, its arguments and flags. */
export function usageOf(name: string, { words = [], flags: taken = [], meaning }: Command): string {
  const own = taken.map((flag) => {
    const { setting, value } = flags[flag];
    return [`--${flag} ${value}`, describeSetting(setting)] as const;
  });
  return [
    `Usage: ${[program, name, ...words].join(' ')} [flags]`,
    '',
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    '',
    'Flags:',
    ...table([...own, ...common]),
    ...(own.length === 0 ? [] : ['', settingsOrder]),
  ].join('\n');
}
