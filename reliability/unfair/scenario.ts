import { setTimeout as pause } from 'node:timers/promises';
import { liveOf, residentOf, withMemoryProbe } from '../memory.ts';
import type { Finding, Scenario, ServiceProcess, Setting } from '../scenario.ts';
import { send } from '../traffic.ts';
import { hasEnded, patiently } from '../../test/support/waiting.ts';
import type { Attack } from './attack.ts';
import { attacks, nameOf, wordsOf } from './attacks.ts';
import { watch } from './neighbour.ts';
import type { Neighbour } from './neighbour.ts';
import { makeNeighbour, makeTarget, stocked } from './prepare.ts';
import { startAttacker } from './start-attacker.ts';
import { judge, brokenOff } from './verdict.ts';

const standardSeconds = 10;
const recoveryMs = 60_000;

/** Resident memory after all garbage was collected. */
async function settled(service: ServiceProcess): Promise<number> {
  await liveOf(service);
  return residentOf(service);
}

/** The most resident memory until told to stop; the last that was seen of a process that ended. */
function watchMemory(service: ServiceProcess): () => Promise<number> {
  let most = 0;
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted && !hasEnded(service.child)) {
      most = Math.max(most, await residentOf(service).catch(() => 0));
      await pause(100);
    }
  })();
  return async () => {
    stopped.abort();
    await watching;
    return most;
  };
}

/** How many processes have gone on and answer the other client; starts the others again. */
async function survivors(setting: Setting, neighbour: Neighbour): Promise<number> {
  const { processes, startMissing } = setting.faults;
  const alive = await Promise.all(
    processes.map(async ({ child, url }) => {
      if (hasEnded(child)) return false;
      const path = `/api/orders/${neighbour.order}`;
      const { status } = await send(neighbour, url, ['GET', path]);
      return status === 200;
    }),
  );
  await startMissing();
  return alive.filter(Boolean).length;
}

/** Waits until the attacked process holds no more than before, or a while; gives what it holds. */
async function memoryAfter(setting: Setting, before: number): Promise<number> {
  const [service] = setting.faults.processes;
  if (service === undefined) return Number.NaN;
  let after = await settled(service);
  for (let tries = 5; tries > 0 && after > before * 1.3; tries -= 1) {
    await pause(1_000);
    after = await settled(service);
  }
  return after;
}

/** What a step of an attack gave, or why it failed: the attack is tried again then, and the others go on. */
const outcomeOf = <Value>(step: Promise<Value>): Promise<{ value: Value } | { error: unknown }> =>
  step.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

async function make(
  setting: Setting,
  attack: Attack,
  neighbour: Neighbour,
  variantIds: readonly number[],
): Promise<Finding> {
  const seconds = setting.seconds ?? standardSeconds;
  const { faults, urls } = setting;
  const figure = nameOf(attack);
  const database = setting.database === 'embedded' ? 'embedded' : 'server';
  const target = await outcomeOf(makeTarget(setting, attack, variantIds));
  if ('error' in target) return brokenOff(figure, database, target.error);
  await patiently('the other client is answered', recoveryMs, async () => {
    const path = `/api/orders/${neighbour.order}`;
    return (await send(neighbour, neighbour.url, ['GET', path])).status === 200;
  });
  const [service] = faults.processes;
  if (service === undefined) throw new Error('No service process.');
  await watch(neighbour, 1);
  const before = await settled(service);
  const quiet = await watch(neighbour, seconds);
  const attacker = await outcomeOf(startAttacker(attack, target.value));
  if ('error' in attacker) return brokenOff(figure, database, attacker.error);
  const memory = watchMemory(service);
  attacker.value.strike();
  const attacked = await watch(neighbour, seconds);
  const got = await outcomeOf(attacker.value.stop());
  const during = await memory();
  const up = await survivors(setting, neighbour);
  const after = await memoryAfter(setting, before);
  if ('error' in got) return brokenOff(figure, database, got.error);
  return judge(figure, {
    database,
    quiet,
    attacked,
    memory: { before, during, after },
    up,
    of: urls.length,
    attacker: got.value,
    reaches: attack.reaches,
  });
}

/**
 * The row of an attack that is tried again where it fails: a 99th percentile of a hundred times is the second
 * longest, and anything else on the machine can cause two. It holds if two of three tries do.
 */
async function bestOfThree(attempt: () => Promise<Finding>): Promise<Finding> {
  const first = await attempt();
  if (first.holds) return first;
  const more = [await attempt(), await attempt()];
  const shown = more.find(({ holds }) => !holds) ?? more[0] ?? first;
  const held = more.filter(({ holds }) => holds).length;
  return { ...shown, seen: `${shown.seen}; held ${String(held)} of 3 times` };
}

/** One client does its worst while another asks for little. */
export const unfair: Scenario = {
  name: 'unfair',
  promise: 'Whatever one client sends, with whatever key, another one notices little of it.',
  databases: ['server', 'embedded'],
  environment: { ...withMemoryProbe, RATE_LIMIT: 'on' },
  run: async (setting) => {
    const { attacks: wanted, database, tell } = setting;
    const variantIds = await stocked(setting);
    const neighbour = await makeNeighbour(setting, variantIds);
    await watch(neighbour, 3);
    const findings: Finding[] = [];
    for (const attack of attacks) {
      if (attack.databases?.includes(database) === false) continue;
      if (wanted && !wordsOf(attack).some((word) => wanted.includes(word))) continue;
      const finding = await bestOfThree(() => make(setting, attack, neighbour, variantIds));
      tell(`  ${finding.figure}: ${finding.seen}`);
      findings.push(finding);
    }
    return findings;
  },
};
