import type { Config } from '../settings/config.ts';

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly isInteractive: boolean;
}

export interface Command {
  /** Words after the name: `<word>` is required, `[word]` is optional; none by default, as of flags. */
  readonly words?: readonly string[];
  readonly flags?: readonly FlagName[];
  readonly meaning: string;
  /** Returns the exit status, or nothing if the program keeps running. */
  readonly run: (
    terminal: Terminal,
    config: Config,
    ...words: string[]
  ) => Promise<number | undefined>;
}

/** Settings that can be given as flags, which override the environment. */
export const flags = {
  port: { setting: 'PORT', value: '<number>' },
  host: { setting: 'HOST', value: '<address>' },
  'data-dir': { setting: 'DATA_DIR', value: '<directory>' },
} as const satisfies Readonly<Record<string, { setting: string; value: string }>>;

export type FlagName = keyof typeof flags;
