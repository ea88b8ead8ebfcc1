import { openCounter } from '../counter.ts';
import { preparedGround } from '../hostile/send-cases.ts';
import type { Finding, Scenario } from '../scenario.ts';
import { growthOf, isLinear, promisedGrowth } from './growth.ts';
import type { Measured } from './growth.ts';
import { smallestOf } from './input.ts';
import type { Input } from './input.ts';
import { environment, inputs } from './inputs.ts';
import { batchSize, costOf, hangUp } from './measure.ts';
import type { Process } from './measure.ts';
import type { Ground } from '../hostile/ground.ts';

const tries = 5;
/** Inputs that take longer are tried once only. */
const patienceMs = 5_000;

/**
 * Batches are so many times longer when growth is measured a second time: a collection of garbage costs as much
 * as dozens of requests, and falls into some short batches only.
 */
const timesLonger = 8;

/** CPU milliseconds at a quarter, half and all of an input's maximum size. */
async function double(
  process: Process,
  input: Input,
  ground: Ground,
  times = 1,
): Promise<Measured[]> {
  const sizes = [smallestOf(input), input.most / 2, input.most];
  const asked = sizes.map((size) => ({
    size,
    sent: input.of(size, ground),
    tries: [] as number[],
  }));
  const [smallest] = asked;
  const count = smallest === undefined ? 0 : times * (await batchSize(process, smallest.sent));
  const start = performance.now();
  for (let left = tries; left > 0; left -= 1) {
    if (left < tries && performance.now() - start > patienceMs) break;
    for (const { sent, tries: taken } of asked) taken.push(await costOf(process, sent, count));
  }
  return asked;
}

const inMs = (cost: number): string => cost.toPrecision(2);

function judge(input: Input, measured: readonly Measured[]): Finding {
  const growth = growthOf(measured);
  const costs = measured.map(({ tries: taken }) => inMs(Math.min(...taken)));
  return {
    figure: `${input.name}, doubled to ${String(Math.round(input.most / 1_000))} kB`,
    promised: `at most ${String(promisedGrowth)} × for 2 ×`,
    seen: `${growth.toFixed(2)} × (${costs.join(', ')} ms)`,
    holds: isLinear(growth),
  };
}

/** Finds input whose CPU time grows fast enough with its size for one client to block a process. */
export const hostileCost: Scenario = {
  name: 'hostile-cost',
  promise: 'Twice the input costs at most 2.5 times the CPU time, whatever the input is.',
  databases: ['server', 'embedded'],
  environment,
  run: async ({ urls, key, faults, tell }) => {
    const [url = ''] = urls;
    const process = { url, pid: faults.processes[0]?.child.pid ?? 0 };
    const ground = await preparedGround(openCounter({ urls, adminKey: key }), key);
    const findings: Finding[] = [];
    for (const input of inputs) {
      let finding = judge(input, await double(process, input, ground));
      if (!finding.holds) {
        finding = judge(input, await double(process, input, ground, timesLonger));
      }
      tell(`  ${finding.figure}: ${finding.seen}`);
      findings.push(finding);
    }
    hangUp();
    return findings;
  },
};
