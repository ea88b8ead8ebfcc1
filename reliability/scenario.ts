import type { ChildProcess } from 'node:child_process';
import type { Session } from '../prisma/database.ts';

/**
 * What a scenario runs on: `server` with three service processes, `workers` with one that has three
 * workers (Q43), `embedded` with one.
 */
export type DatabaseKind = 'server' | 'workers' | 'embedded';

/** One figure, as promised and as seen. */
export interface Finding {
  /** What was counted or measured: `orders sold`. */
  readonly figure: string;
  readonly promised: string;
  readonly seen: string;
  readonly holds: boolean;
}

/** A service process: the built program, started as a child. */
export interface ServiceProcess {
  /** Base URL without a slash at its end. */
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has logged and printed so far, for a failure's report. */
  readonly output: () => string;
}

/** What a scenario works in: a store of its own, with the sample store loaded. */
export interface Setting {
  readonly database: DatabaseKind;
  /** Base URLs of the running service processes: three on `server`, else one. */
  readonly urls: readonly string[];
  /** The admin's key. */
  readonly key: string;
  /**
   * Looks into the database, such as with `findViolations`. On `embedded` the service has the
   * directory to itself: it is stopped before the look and started again, at the same URL, after it.
   */
  readonly look: <Result>(
    work: (session: Pick<Session, 'query'>) => Promise<Result>,
  ) => Promise<Result>;
  /** How long a scenario that may go on for any time goes on, when the caller said so. */
  readonly seconds: number | undefined;
  /** Findings whose attacks are made, when the caller said so. */
  readonly attacks: readonly string[] | undefined;
  /** Tells the person at the terminal how far the scenario is. */
  readonly tell: (line: string) => void;
  readonly faults: Faults;
}

/** What a scenario can do to the processes and the database under it. */
export interface Faults {
  /** The running service processes, in the order of `urls`. */
  readonly processes: readonly ServiceProcess[];
  /** Sends a signal to a service process and waits for its end; gives its exit status, null after a kill. */
  readonly end: (process: ServiceProcess, signal: NodeJS.Signals) => Promise<number | null>;
  /** Starts those that have ended again, each at its old URL. */
  readonly startMissing: () => Promise<void>;
  /** Stops the database server as a fall of power would stop its processes; not on `embedded`. */
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  /** Settings of the environment for the processes started from now on. */
  readonly environment: Record<string, string>;
  /** Address of the database server, with user and name; not on `embedded`. */
  readonly databaseUrl: string | undefined;
  /** Directory of the embedded database; only on `embedded`. */
  readonly dataDir: string | undefined;
}

/** A row of the table of promises: what is promised, and how it is tried. */
export interface Scenario {
  /** The word for `--only`. */
  readonly name: string;
  /** The promise in one sentence. */
  readonly promise: string;
  readonly databases: readonly DatabaseKind[];
  /** Scenarios that take long run only when they are named. */
  readonly onlyWhenNamed?: true;
  /** Settings of the environment for its service processes, beside those every one gets. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly run: (setting: Setting) => Promise<readonly Finding[]>;
}
