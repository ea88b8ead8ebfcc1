import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** CPU time so far in milliseconds; null if the system or a remote database hides it. */
interface CpuReading {
  readonly server: number | null;
  /** The sessions of the benchmark's database. */
  readonly postgres: number | null;
  /** The whole machine minus the benchmark. */
  readonly foreign: number | null;
}

/** Reads the CPU time of a server, of the database and of everything else. */
export type ReadCpu = (serverPid: number) => Promise<CpuReading>;

interface Backend {
  readonly pid: number;
  readonly isSession: boolean;
}

/**
 * PostgreSQL's background workers serve all databases; on a machine reserved for the benchmark they are
 * counted.
 */
const backendsQuery = `
  SELECT pid, coalesce(datname = current_database(), false) AS "isSession" FROM pg_stat_activity
  WHERE datname = current_database() OR datname IS NULL`;

const tickMs = (): number =>
  1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** User and system ticks of a process; null if it has ended, or is not PostgreSQL's on this machine. */
function readTicks(pid: number, command?: string): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  // the command is in parentheses and may contain blanks and parentheses itself
  const end = text.lastIndexOf(')');
  if (command !== undefined && !text.slice(text.indexOf('(') + 1, end).startsWith(command)) {
    return null;
  }
  const fields = text.slice(end + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Ticks in which a processor of the machine was busy, or taken by its host. */
function readBusyTicks(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softirq + steal;
}

/** Creates a reader of CPU times; `ownPids` are the benchmark's servers, and this process is added to them. */
export function createReadCpu(database: pg.Client, ownPids: readonly number[]): ReadCpu {
  if (!existsSync('/proc/stat')) {
    return () => Promise.resolve({ server: null, postgres: null, foreign: null });
  }
  const tick = tickMs();
  return async function readCpu(serverPid) {
    const { rows } = await database.query<Backend>(backendsQuery);
    const backends = rows.map(({ pid, isSession }) => ({
      isSession,
      ticks: readTicks(pid, 'postgres'),
    }));
    const isHere = backends.every(({ ticks }) => ticks !== null);
    const sum = (kept: readonly { readonly ticks: number | null }[]): number =>
      kept.reduce((total, { ticks }) => total + (ticks ?? 0), 0);
    const own = [...ownPids, process.pid].map((pid) => ({ ticks: readTicks(pid) }));
    const server = readTicks(serverPid);
    return {
      server: server === null ? null : server * tick,
      postgres: isHere ? sum(backends.filter(({ isSession }) => isSession)) * tick : null,
      foreign: (readBusyTicks() - sum(backends) - sum(own)) * tick,
    };
  };
}
