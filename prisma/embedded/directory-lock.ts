import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDirectory } from './make-directory.ts';

/** Another process, or this one, already uses the embedded database's directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  /** Process id of the holder. */
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      `The embedded database in ${directory} is in use by process ${String(pid)}. ` +
        'One process at a time can open it. To run several processes, use a PostgreSQL server (DATABASE_URL).',
    );
    this.pid = pid;
  }
}

const attempts = 4;

/**
 * Locks the embedded database's directory for one process. The database itself takes no lock, and two writers
 * would lose each other's rows.
 *
 * Each process creates its own file in `<directory>.lock`, named by process id and start time, and then looks
 * for others, so the file of a dead process can be removed without removing that of a live one. Whether the
 * holder is alive is decided by process id and start time, never by age.
 * Returns the function that releases the directory; calling it again does nothing.
 * Throws DirectoryInUse if a live process holds the directory.
 * Decision: C30 (embedded database: one process).
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const claims = `${resolve(directory)}.lock`;
  makeDirectory(claims);
  for (let attempt = 1; ; attempt += 1) {
    const holder = claim(claims);
    if (holder === undefined) {
      const own = join(claims, ownClaim());
      const release = (): void => {
        process.off('exit', release);
        rmSync(own, { force: true });
      };
      // also releases the lock when the process exits without closing the database
      process.on('exit', release);
      return release;
    }
    // Two processes that start together see each other: both back off for different times and try again.
    if (attempt === attempts || holder === process.pid)
      throw new DirectoryInUse(resolve(directory), holder);
    await pause(20 + Math.random() * 100);
  }
}

/** Tries to lock the directory; returns the process id of another live holder, if there is one. */
function claim(claims: string): number | undefined {
  const own = ownClaim();
  try {
    closeSync(openSync(join(claims, own), 'wx'));
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return process.pid;
    throw error;
  }
  for (const other of readdirSync(claims)) {
    if (other === own) continue;
    const [pid = '', start] = other.split('-');
    if (startOf(Number(pid)) === start) {
      rmSync(join(claims, own), { force: true });
      return Number(pid);
    }
    rmSync(join(claims, other), { force: true });
  }
  return undefined;
}

function ownClaim(): string {
  return `${String(process.pid)}-${startOf(process.pid) ?? 'unknown'}`;
}

/** When a process started, as a word that no other process with the same id shares; undefined if it is dead. */
function startOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  if (process.platform === 'linux') return startOnLinux(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isErrorCode(error, 'ESRCH')) return undefined;
    if (!isErrorCode(error, 'EPERM')) throw error;
  }
  if (process.platform === 'win32') return 'unknown';
  const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return started.replace(/[^0-9A-Za-z]/g, '') || undefined;
}

function startOnLinux(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ESRCH')) return undefined;
    throw error;
  }
  // The program's name is in parentheses and may contain blanks: count the fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const ticks = fields[19];
  // A zombie is dead: it has no open files.
  if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  return `${boot}x${ticks}`;
}

const isErrorCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;
