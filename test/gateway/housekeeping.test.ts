import { setImmediate as aTurn, setTimeout } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { createMetrics } from '../../gateway/metrics/metrics.ts';
import { keepHouse } from '../../gateway/process/housekeeping.ts';
import { keepLog } from './support.ts';

/** A chore that records each run and resolves `reached` after a number of runs. */
function countParts(often: number, doPart: (part: number) => Promise<boolean>) {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  let parts = 0;
  return {
    reached,
    parts: () => parts,
    doPart: () => {
      parts += 1;
      if (parts === often) reach();
      return doPart(parts);
    },
  };
}

test('a chore is done part by part while there is more, and again after a rest', async () => {
  const chore = countParts(7, (part) => Promise.resolve(part % 3 !== 0));
  const house = keepHouse([{ name: 'sweep', everyMs: 2, doPart: chore.doPart }], keepLog().log);
  await chore.reached;
  await house.stop();
});

test('a chore rests once nothing is left', async () => {
  // it runs at once for the first time
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  const chore = countParts(3, async (part) => {
    await aTurn();
    return part < 3;
  });
  const house = keepHouse(
    [{ name: 'sweep', everyMs: 600_000, doPart: chore.doPart }],
    keepLog().log,
  );
  await chore.reached;
  await setTimeout(20);
  await house.stop();
  random.mockRestore();
  expect(chore.parts()).toBe(3);
});

test('a chore that fails is logged, counted and tried again', async () => {
  const { log, lines } = keepLog();
  const away = Object.assign(new Error('database away'), { code: 'ECONNREFUSED' });
  const chore = countParts(3, () => Promise.reject(away));
  const figures = createMetrics({ connections: () => ({ open: 0, idle: 0, waiting: 0 }) });
  const house = keepHouse(
    [{ name: 'sweep', everyMs: 2, doPart: chore.doPart }],
    log,
    figures.choreFailed,
  );
  await chore.reached;
  await house.stop();
  expect(await figures.read()).toMatch(/^chore_failures_total\{chore="sweep"\} [1-9]/m);
  expect(lines[0]).toMatchObject({
    level: 40,
    msg: 'a clean-up job failed',
    chore: 'sweep',
    err: { type: 'Error', message: 'database away' },
  });
});

test('a chore that fails by a fault is logged as one, with its stack and cause', async () => {
  const { log, lines } = keepLog();
  const cause = new TypeError('Cannot read what is not there.');
  const doPart = () => Promise.reject(new Error('failed 40 times in a row', { cause }));
  await keepHouse([{ name: 'fill', everyMs: 600_000, atStop: true, doPart }], log).stop();
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'a clean-up job failed',
      chore: 'fill',
      err: {
        message: 'failed 40 times in a row',
        stack: expect.stringContaining('housekeeping.test.ts'),
        cause: { type: 'TypeError', message: 'Cannot read what is not there.' },
      },
    },
  ]);
});

test('a stop waits for the part that is being done, and no other is begun', async () => {
  let finish = (): void => undefined;
  const finished = new Promise<boolean>((resolve) => {
    finish = () => {
      resolve(true);
    };
  });
  const chore = countParts(1, () => finished);
  const house = keepHouse([{ name: 'sweep', everyMs: 2, doPart: chore.doPart }], keepLog().log);
  await chore.reached;
  let stopped = false;
  const stop = house.stop().then(() => {
    stopped = true;
  });
  await setTimeout(20);
  expect(stopped).toBe(false);
  finish();
  await stop;
  expect(chore.parts()).toBe(1);
});

test('a stop does not wait for a chore that rests', async () => {
  const chore = countParts(1, () => Promise.resolve(false));
  const resting = { name: 'rest', everyMs: 86_400_000, doPart: chore.doPart };
  await keepHouse([resting], keepLog().log).stop();
  expect(chore.parts()).toBe(0);
});

test('what only this process knows is stored once more at the stop', async () => {
  const chore = countParts(1, () => Promise.resolve(false));
  const house = keepHouse(
    [{ name: 'sweep', everyMs: 600_000, atStop: true, doPart: chore.doPart }],
    keepLog().log,
  );
  await house.stop();
  expect(chore.parts()).toBe(1);
});

test('a failure is logged without secrets', async () => {
  const { log, lines, text } = keepLog();
  const key = `osk_${'a1'.repeat(18)}`;
  const doPart = () => Promise.reject(new Error(`no connection for ${key}`));
  await keepHouse([{ name: 'sweep', everyMs: 600_000, atStop: true, doPart }], log).stop();
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'a clean-up job failed',
      err: expect.objectContaining({ type: 'Error', message: 'no connection for [secret]' }),
    }),
  ]);
  expect(text()).not.toContain(key);
});
