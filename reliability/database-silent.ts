import { setTimeout as pause } from 'node:timers/promises';
import { openProxy } from '../test/support/cut-proxy.ts';
import type { CutProxy } from '../test/support/cut-proxy.ts';
import { untilServed } from './database-away.ts';
import type { Finding, Scenario, Setting } from './scenario.ts';
import { findLosses } from './losses.ts';
import type { Outcome } from './traffic.ts';
import { inMs, send, startBuyers, stockVariant, tallyOf, Witness } from './traffic.ts';

const silentMs = 12_000;

/** Does work while every process is connected to the database through a relay of ours. */
async function throughRelay<Result>(
  { faults }: Setting,
  work: (relay: CutProxy) => Promise<Result>,
): Promise<Result> {
  const address = new URL(faults.databaseUrl ?? '');
  const relay = await openProxy(address.hostname, Number(address.port));
  try {
    address.port = String(relay.port);
    faults.environment['DATABASE_URL'] = address.href;
    await Promise.all(faults.processes.map((process) => faults.end(process, 'SIGTERM')));
    await faults.startMissing();
    return await work(relay);
  } finally {
    await relay.cut();
  }
}

/** Sends one request after the other to every process, until it is stopped. */
function askAlong(setting: Setting, request: readonly [string, string, unknown?]) {
  const outcomes: Outcome[] = [];
  let going = true;
  const asking = setting.urls.map(async (url) => {
    while (going) {
      outcomes.push(await send(setting, url, request));
      await pause(50);
    }
  });
  return {
    outcomes,
    stop: async () => {
      going = false;
      await Promise.all(asking);
    },
  };
}

/** What became of reads, writes, probes and purchases before, during (`from` to `to`) and after the silence. */
async function silence(
  setting: Setting,
  relay: CutProxy,
  variants: readonly [number, number],
  witness: Witness,
) {
  const along = {
    reads: askAlong(setting, ['GET', '/api/orders?per_page=1']),
    writes: askAlong(setting, ['POST', '/api/orders', { order: {} }]),
    lives: askAlong(setting, ['GET', '/livez']),
  };
  const buyers = startBuyers(setting, variants, witness, 24);
  try {
    await pause(2_000);
    relay.freeze();
    const from = performance.now();
    await pause(silentMs);
    const to = performance.now();
    relay.thaw();
    const recovery = await untilServed(setting);
    await pause(500);
    return { along, buyers, from, to, recovery };
  } finally {
    await Promise.all([buyers, ...Object.values(along)].map(({ stop }) => stop()));
  }
}

const slowestOf = (outcomes: readonly Outcome[]): number =>
  Math.max(...outcomes.map(({ took }) => took));

/** How long the answer itself may take, when the database is waited for no more. */
const answerMs = 250;

const within = (figure: string, waitS: number, outcomes: readonly Outcome[]): Finding => ({
  figure,
  promised: `${String(waitS)} s, and ${inMs(answerMs)} to answer`,
  seen: `${inMs(slowestOf(outcomes))} of ${String(outcomes.length)}`,
  holds: outcomes.length > 0 && slowestOf(outcomes) <= waitS * 1_000 + answerMs,
});

/**
 * The database is there, accepts connections and answers nothing, as a frozen machine or a cut line: what is sent
 * meanwhile reaches it afterwards. Decision: A42, L30.
 */
export const databaseSilent: Scenario = {
  name: 'database-silent',
  promise: 'While the database answers nothing every answer is 503 in time; all goes on after.',
  databases: ['server'],
  // warnings for every 503 would push the errors, which are reported, out of the stored output
  environment: { LOG_LEVEL: 'error' },
  run: async (setting) => {
    const variants = [
      await stockVariant(setting, 'Lamp'),
      await stockVariant(setting, 'Shade'),
    ] as const;
    const witness = new Witness();
    const { along, buyers, from, to, recovery } = await throughRelay(setting, (relay) =>
      silence(setting, relay, variants, witness),
    );

    const meanwhile = ({ outcomes }: { readonly outcomes: readonly Outcome[] }) =>
      outcomes.filter(({ sentAt, took }) => sentAt >= from && sentAt + took < to);
    const running = [...buyers.outcomes, ...along.writes.outcomes].filter(
      ({ sentAt, took }) => sentAt < from && sentAt + took > from + 100,
    );
    const asked = [buyers, along.reads, along.writes].flatMap(meanwhile);
    const well = asked.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null);
    const all = [buyers, along.reads, along.writes].flatMap(({ outcomes }) => outcomes);
    const faultsSeen = all.filter(({ status }) => status === 500 || status === undefined);
    const lives = meanwhile(along.lives);
    return [
      {
        figure: 'answers to what is sent while the database is silent',
        promised: 'all 503 with Retry-After',
        seen: tallyOf(asked),
        holds: asked.length > 50 && well.length === asked.length,
      },
      within('slowest read of them', 3, meanwhile(along.reads)),
      within('slowest write of them', 3, meanwhile(along.writes)),
      within('slowest answer to what was running, or waited behind that', 9, running),
      {
        figure: '/livez meanwhile, slowest',
        promised: inMs(answerMs),
        seen: `${inMs(slowestOf(lives))} of ${String(lives.length)}`,
        holds: slowestOf(lives) <= answerMs && lives.every(({ status }) => status === 200),
      },
      {
        figure: '500 or no answer, before, during and after',
        promised: '0',
        seen: `${String(faultsSeen.length)} of ${String(all.length)} (${tallyOf(all)})`,
        holds: faultsSeen.length === 0,
      },
      {
        figure: 'the same processes serve again after it',
        promised: 'within 5 s',
        seen: inMs(recovery),
        holds: recovery <= 5_000,
      },
      ...(await findLosses(setting, witness)),
    ];
  },
};
