import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../gateway/commands/commands.ts';
import { version } from '../../../gateway/version.ts';

/** Output of a command line that runs nothing. */
const run = (...words: string[]) => runIn({}, ...words);

async function runIn(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const printed: string[] = [];
  const complained: string[] = [];
  const status = await runCommand(words, {
    // nothing may get as far as reading it
    environment: { PORT: 'not read', ...environment },
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    isInteractive: false,
  });
  return { status, printed: printed.join('\n'), complained: complained.join('\n') };
}

const ask = 'Run with --help to see the commands and flags.';

describe('the command line', () => {
  test.each([[['--version']], [['-v']], [['serve', '--version']]])(
    '%j prints the version',
    async (words) => {
      expect(await run(...words)).toEqual({ status: 0, printed: version, complained: '' });
    },
  );

  test.each([[['--help']], [['-h']], [['help']]])('%j prints the commands', async (words) => {
    const { status, printed, complained } = await run(...words);
    expect({ status, complained }).toEqual({ status: 0, complained: '' });
    const [, table = ''] = /^Commands:\n([\s\S]*?)\n\n/m.exec(printed) ?? [];
    expect(table.split('\n').map((row) => row.trim().split(/ {2,}/)[0])).toEqual([
      'serve',
      'migrate',
      'verify',
      'key <email>',
      'reset',
      'sdl [file]',
      'settings',
    ]);
  });

  test.each([[['serve', '--help']], [['--help', 'serve']], [['help', 'serve']]])(
    '%j prints what serve does and takes, and starts nothing',
    async (words) => {
      expect(await run(...words)).toEqual({
        status: 0,
        complained: '',
        printed: `Usage: node dist/gateway/cli.js serve [flags]

Start the store; the default.

Flags:
  --port <number>         TCP port to listen on; 0 chooses a free one (PORT, default 3000)
  --host <address>        Address to listen on; 0.0.0.0 for all (HOST, default 127.0.0.1)
  --data-dir <directory>  Directory of the embedded database; one process at a time (DATA_DIR, default ./data)
  --help                  Show this help
  --version               Show the version

Flags override environment variables, which override a .env file in the working directory.`,
      });
    },
  );

  test.each([
    [['dance'], 'Unknown command "dance".'],
    [['serv'], 'Unknown command "serv". Did you mean serve?'],
    [['vefiry', '--help'], 'Unknown command "vefiry". Did you mean verify?'],
    [['help', 'keys'], 'Unknown command "keys". Did you mean key?'],
    [['constructor'], 'Unknown command "constructor".'],
    [[''], 'Unknown command "".'],
    [['serve', '--prot', '9999'], 'Unknown flag --prot. Did you mean --port?'],
    [['--datadir=x'], 'Unknown flag --datadir. Did you mean --data-dir?'],
    [['serve', '-p', '9999'], 'Unknown flag -p.'],
    [['serve', '--port', '9999', '--verbose', '--help'], 'Unknown flag --verbose.'],
    [['verify', '--port', '9999'], 'verify takes no --port.'],
    [['settings', '--data-dir', 'x'], 'settings takes no --data-dir.'],
    [['serve', '--port'], '--port needs a value: --port <number>'],
    [['serve', '--port='], '--port needs a value: --port <number>'],
    [['serve', '--data-dir', '--help'], '--data-dir needs a value: --data-dir <directory>'],
    [['--help=yes'], '--help takes no value.'],
    [['serve', '9999'], 'serve does not take "9999".'],
    [['key'], 'key needs <email>.'],
    [['sdl', 'one', 'two'], 'sdl does not take "two".'],
  ])('%j is refused with 2 and runs nothing', async (words, says) => {
    expect(await run(...words)).toEqual({ status: 2, printed: '', complained: `${says}\n${ask}` });
  });

  test.each(['serve', 'migrate', 'verify', 'key ann@example.com', 'reset'])(
    '%s --data-dir is refused with 2 where DATABASE_URL is set, because one of them is not meant (O13)',
    async (command) => {
      const words = [...command.split(' '), '--data-dir', '/restore/data'];
      const DATABASE_URL = 'postgres://127.0.0.1:1/store';
      const says =
        '--data-dir names an embedded database, but DATABASE_URL is set. Run with DATABASE_URL= to use the directory.';
      expect(await runIn({ DATABASE_URL }, ...words)).toEqual({
        status: 2,
        printed: '',
        complained: `${says}\n${ask}`,
      });
    },
  );

  test('a flag wins over the environment', async () => {
    const { status, complained } = await run('serve', '--port', '70000', '--host=two words');
    expect(status).toBe(1);
    expect(complained).toBe(
      [
        'Command serve failed: the settings are not valid.',
        '  PORT is "70000" but must be a whole number from 0 to 65535.',
        '  HOST is "two words" but must be a host name or address.',
      ].join('\n'),
    );
  });
});
