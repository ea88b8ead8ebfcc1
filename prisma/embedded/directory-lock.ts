import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimes,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDirectory } from './make-directory.ts';

/** Another process, or this one, already uses the embedded database's directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  /** Process id of the holder, in its container. */
  readonly pid: number;

  constructor(directory: string, { pid, isElsewhere }: Holder) {
    super(
      `The embedded database in ${directory} is in use by process ${String(pid)}` +
        `${isElsewhere ? ' of another container or machine' : ''}. ` +
        'Stop it first: one process at a time can open it. To run several, use a PostgreSQL server (DATABASE_URL).',
    );
    this.pid = pid;
  }
}

interface Holder {
  readonly pid: number;
  /** Its process cannot be looked up from here. */
  readonly isElsewhere: boolean;
}

/** The directory of the claims, in that of the database. */
const lockName = 'lock';

/** What a claim is named like: process id, start time and namespace. */
const isClaim = /^\d+-\w+-\w*$/;

const attempts = 4;

/** How often a holder touches its claim. */
const beatMs = 1_000;

/**
 * Locks the embedded database's directory for one process. The database itself takes no lock, and two writers
 * would lose each other's rows.
 *
 * Each process creates its own file in `<directory>/lock`, named by process id, start time and process namespace, and
 * then looks for others, so the file of a dead process can be removed without removing that of a live one. Whether the
 * holder is alive is decided by process id and start time. A process of another container or machine, or of another
 * user where `/proc` hides it, cannot be looked up: it is alive if it touches its claim while it is watched, `watchMs`
 * milliseconds. Returns the function that releases the directory; calling it again does nothing. Throws DirectoryInUse
 * if a live process holds the directory.
 */
export async function lockDirectory(directory: string, watchMs = 5_000): Promise<() => void> {
  const claims = join(resolve(directory), lockName);
  makeDirectory(claims);
  for (let attempt = 1; ; attempt += 1) {
    const own = ownClaim();
    const release = claim(join(claims, own));
    if (!release)
      throw new DirectoryInUse(resolve(directory), { pid: process.pid, isElsewhere: false });
    const holder = await findHolder(claims, own, watchMs);
    if (!holder) return release;
    release();
    // Two processes that start together see each other: both back off for different times and try again.
    if (attempt === attempts || holder.isElsewhere)
      throw new DirectoryInUse(resolve(directory), holder);
    await pause(20 + Math.random() * 100);
  }
}

/** Creates a claim; returns the function that gives it up, or undefined if this process has it already. */
function claim(own: string): (() => void) | undefined {
  try {
    closeSync(openSync(own, 'wx'));
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return undefined;
    throw error;
  }
  let isHeld = true;
  const beating = setInterval(() => {
    const now = new Date();
    utimes(own, now, now, (error) => {
      if (!error || !isHeld) return;
      // a start elsewhere saw no touch and took the directory: to write on would damage the data
      if (isErrorCode(error, 'ENOENT'))
        throw new Error(`${own} is gone: another process may use the directory.`, { cause: error });
      process.emitWarning(`${own} cannot be touched: ${error.message}`);
    });
  }, beatMs).unref();
  const release = (): void => {
    isHeld = false;
    clearInterval(beating);
    process.off('exit', release);
    rmSync(own, { force: true });
  };
  // also releases the lock when the process exits without closing the database
  process.on('exit', release);
  return release;
}

/** Another live process with a claim than the `own` one. Claims of dead ones are removed. */
async function findHolder(
  claims: string,
  own: string,
  watchMs: number,
): Promise<Holder | undefined> {
  const others = readdirSync(claims).filter((name) => isClaim.test(name) && name !== own);
  const here = ownSpace();
  const holders = await Promise.all(
    others.map(async (name): Promise<Holder | undefined> => {
      const [pid = '', start, space] = name.split('-');
      const isElsewhere = space !== here;
      const found = isElsewhere ? hidden : startOf(Number(pid));
      const isAlive =
        found === hidden ? await isTouched(join(claims, name), watchMs) : found === start;
      if (isAlive) return { pid: Number(pid), isElsewhere };
      rmSync(join(claims, name), { force: true });
      return undefined;
    }),
  );
  return holders.find((holder) => holder !== undefined);
}

async function isTouched(path: string, watchMs: number): Promise<boolean> {
  const before = touchedAt(path);
  const until = performance.now() + watchMs;
  while (before !== undefined && performance.now() < until) {
    await pause(beatMs / 4);
    const now = touchedAt(path);
    if (now !== before) return now !== undefined;
  }
  return false;
}

/** Opened, because a network file system may answer `stat` from its cache. */
function touchedAt(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).mtimeMs;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function ownClaim(): string {
  return `${String(process.pid)}-${String(startOf(process.pid) ?? 'unknown')}-${ownSpace()}`;
}

/** Names the processes that can be looked up from here: those of this start of the machine and of this container. */
function ownSpace(): string {
  const name =
    process.platform === 'linux'
      ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8) +
        readlinkSync('/proc/self/ns/pid')
      : hostname();
  return name.replace(/[^0-9A-Za-z]/g, '');
}

/** In place of its start: a process may be there and cannot be looked up. */
const hidden = Symbol('hidden');

/** When a process started, as a word that no other process with the same id shares; undefined if it is dead. */
function startOf(pid: number): string | typeof hidden | undefined {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  if (process.platform === 'linux') return startOnLinux(pid);
  if (refusedSignal(pid) === 'ESRCH') return undefined;
  if (process.platform === 'win32') return 'unknown';
  const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return started.replace(/[^0-9A-Za-z]/g, '') || undefined;
}

function startOnLinux(pid: number): string | typeof hidden | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].some((code) => isErrorCode(error, code)))
      return refusedSignal(pid) === 'EPERM' ? hidden : undefined;
    throw error;
  }
  // The program's name is in parentheses and may contain blanks: count the fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const ticks = fields[19];
  // A zombie is dead: it has no open files.
  if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
  return ticks;
}

/** Why a process cannot be signalled: ESRCH if it is dead, EPERM if it is of another user; undefined if it can. */
function refusedSignal(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const isErrorCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;
