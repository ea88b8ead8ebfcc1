import type { Finding } from '../scenario.ts';
import { inMs, percentile, tallyOf } from '../traffic.ts';
import { asked } from './neighbour.ts';
import type { Asked, Watched } from './neighbour.ts';
import type { Got } from './start-attacker.ts';

/** What was seen of an attack. */
export interface Seen {
  readonly database: 'server' | 'embedded';
  /** The other client before the attack, and during it. */
  readonly quiet: Watched;
  readonly attacked: Watched;
  /** Resident memory of the attacked process in MB; `during` at its most. */
  readonly memory: { readonly before: number; readonly during: number; readonly after: number };
  /** Processes that still answer afterwards, and how many there are. */
  readonly up: number;
  readonly of: number;
  /** What the attacker got, and the status that it has to get. */
  readonly attacker: Got;
  readonly reaches: number;
}

const slower = 5;
const mostMs = 100;
const livezMs = 50;
const grown = 4 / 3;

const names: Readonly<Record<Asked, string>> = { livez: '/livez', order: 'order', write: 'write' };

const timesOf = (watched: Watched, what: Asked): number[] => watched[what].map(({ took }) => took);
const slowest = (watched: Watched, what: Asked): number => percentile(timesOf(watched, what), 0.99);

/** Median and 99 %: `4/12`. */
const spell = (watched: Watched, what: Asked): string =>
  [0.5, 0.99]
    .map((share) => String(Math.round(percentile(timesOf(watched, what), share))))
    .join('/');

/** How often the other client got each status; by what it asked for where not all went well. */
function spellAnswers(watched: Watched): string {
  const isWell = asked.every((what) => watched[what].every(({ status }) => status === 200));
  if (isWell) return tallyOf(asked.flatMap((what) => watched[what]));
  return asked.map((what) => `${names[what]} ${tallyOf(watched[what])}`).join(', ');
}

const spellStatus = (status: number): string => (status === 0 ? 'connection' : String(status));

/** What the attacker got: `12 × 401`. */
const spellGot = (got: Got): string =>
  [...got].map(([status, count]) => `${String(count)} × ${String(status || 'none')}`).join(', ');

/** What is asked of the row of an attack. */
export const promisedOf = (database: Seen['database']): string =>
  `99 % at most ${String(slower)} × the quiet one${database === 'server' ? `, ${inMs(mostMs)}` : ''}; ` +
  `/livez ${inMs(livezMs)}; memory back within a third; all up; no 5xx`;

/** What of it does not hold, in words; empty where all does. */
export function faultsOf(seen: Seen): string[] {
  const { database, quiet, attacked, memory, up, of, attacker, reaches } = seen;
  const answers = asked.flatMap((what) => attacked[what]);
  const slow = (['order', 'write'] as const).filter((what) => {
    const took = slowest(attacked, what);
    const most = slower * slowest(quiet, what);
    return !(took <= most && (database !== 'server' || took <= mostMs));
  });
  return [
    ...slow.map((what) => `${what} is slow`),
    ...(slowest(attacked, 'livez') <= livezMs ? [] : ['/livez is slow']),
    ...(memory.after <= memory.before * grown ? [] : ['memory is kept']),
    ...(up === of ? [] : ['a process is down']),
    ...(answers.some(({ status }) => status === undefined) ? ['requests without an answer'] : []),
    ...(answers.some(({ status = 0 }) => status >= 500) ? ['answers of 5xx'] : []),
    ...(attacker.has(reaches) ? [] : [`the attack got no ${spellStatus(reaches)}`]),
  ];
}

/** The row of an attack that could not begin, or broke off: it tells why. */
export const brokenOff = (figure: string, database: Seen['database'], error: unknown): Finding => ({
  figure,
  promised: promisedOf(database),
  seen: `fails: the attack broke off: ${error instanceof Error ? error.message : String(error)}`,
  holds: false,
});

/** The row of an attack. */
export function judge(figure: string, seen: Seen): Finding {
  const { quiet, attacked, memory, up, of, attacker, database } = seen;
  const faults = faultsOf(seen);
  const times = asked.map(
    (what) => `${names[what]} ${spell(quiet, what)} → ${spell(attacked, what)}`,
  );
  const megabytes = [memory.before, memory.during, memory.after].map((one) =>
    String(Math.round(one)),
  );
  const parts = [
    `${times.join(', ')} ms`,
    `${megabytes.join(' → ')} MB`,
    `${String(up)} of ${String(of)} up`,
    `the other client ${spellAnswers(attacked)}`,
    `the attacker ${spellGot(attacker) || 'none'}`,
    ...(faults.length > 0 ? [`fails: ${faults.join(', ')}`] : []),
  ];
  return {
    figure,
    promised: promisedOf(database),
    seen: parts.join('; '),
    holds: faults.length === 0,
  };
}
