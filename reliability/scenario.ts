import type { ChildProcess } from 'node:child_process';
import type { Session } from '../prisma/database.ts';

/**
 * What a scenario runs on: `server` with three service processes, `workers` with one process that has three
 * workers (Q43), `embedded` with one process.
 */
export type DatabaseKind = 'server' | 'workers' | 'embedded';

/** One figure, expected and actual. */
export interface Finding {
  /** What was counted or measured: `orders sold`. */
  readonly figure: string;
  readonly promised: string;
  readonly seen: string;
  readonly holds: boolean;
}

/** A service process: the compiled program as a child process. */
export interface ServiceProcess {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Its log and output so far, for the report of a failure. */
  readonly output: () => string;
}

/** The environment of a scenario: its own store, with the sample data. */
export interface Setting {
  readonly database: DatabaseKind;
  /** Base URLs of the running service processes: three on `server`, else one. */
  readonly urls: readonly string[];
  /** The admin's key. */
  readonly key: string;
  /**
   * Accesses the database, such as with `findViolations`. On `embedded`, where only one process may open the
   * directory, the service is stopped before and started again, at the same URL, afterwards.
   */
  readonly look: <Result>(
    work: (session: Pick<Session, 'query'>) => Promise<Result>,
  ) => Promise<Result>;
  /** Duration of a scenario that can run for any time, if the user gave one. */
  readonly seconds: number | undefined;
  /** Which attacks are made, by finding or by what they do, if the user named some. */
  readonly attacks: readonly string[] | undefined;
  /** Prints the progress of the scenario. */
  readonly tell: (line: string) => void;
  readonly faults: Faults;
}

/** What a scenario can do to the processes and the database. */
export interface Faults {
  /** The running service processes, in the order of `urls`. */
  readonly processes: readonly ServiceProcess[];
  /** Sends a signal to a service process and waits for its end; returns its exit status, null after a kill. */
  readonly end: (process: ServiceProcess, signal: NodeJS.Signals) => Promise<number | null>;
  /** Starts the processes that have ended again, each at its old URL. */
  readonly startMissing: () => Promise<void>;
  /** Kills the database server's processes as a power failure would; not on `embedded`. */
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  /** Environment variables of processes started from now on. */
  readonly environment: Record<string, string>;
  /** Address of the database server, with user and database name; not on `embedded`. */
  readonly databaseUrl: string | undefined;
  /** Directory of the embedded database; only on `embedded`. */
  readonly dataDir: string | undefined;
}

/** A row of the table of promises: what is promised, and how it is tested. */
export interface Scenario {
  /** The name for `--only`. */
  readonly name: string;
  /** The promise in one sentence. */
  readonly promise: string;
  readonly databases: readonly DatabaseKind[];
  /** Long scenarios run only if they are named. */
  readonly onlyWhenNamed?: true;
  /** Environment variables of its service processes, beside the common ones. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly run: (setting: Setting) => Promise<readonly Finding[]>;
}
