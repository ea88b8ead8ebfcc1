import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createCrew } from '../../gateway/process/crew.ts';
import { keepLog } from './support.ts';

/** A worker that does what the test says; one that is killed ends. */
class FakeWorker extends EventEmitter {
  readonly kill = jest.fn((signal: string) => this.emit('exit', null, signal));
  readonly process = { pid: 1, kill: this.kill, send: () => true };
  readonly isConnected = (): boolean => true;
  send(): boolean {
    return this.emit('message', { beatTold: true });
  }
}

let hired: FakeWorker[] = [];

beforeEach(() => {
  hired = [];
  jest.useFakeTimers();
  jest.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new FakeWorker();
    hired.push(worker);
    return worker as unknown as Worker;
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A crew of one, whose worker has been replaced by another that is loading. */
async function withReplacement() {
  const { log, lines } = keepLog();
  const crew = createCrew(log, () => undefined);
  const up = crew.start(1);
  hired[0]?.emit('listening', { port: 1 });
  await up;
  jest.advanceTimersByTime(600_000);
  hired[0]?.emit('exit', 1, null);
  jest.advanceTimersByTime(500);
  return { second: hired[1], lines };
}

describe('a worker that replaces another (Q43)', () => {
  test('is replaced too if it does not come up within two minutes', async () => {
    const { second, lines } = await withReplacement();
    jest.advanceTimersByTime(119_000);
    expect([hired.length, second?.kill.mock.calls]).toEqual([2, []]);
    jest.advanceTimersByTime(2_000);
    expect([hired.length, second?.kill.mock.calls]).toEqual([3, [['SIGKILL']]]);
    expect(lines.map(({ msg }) => msg)).toContain('a worker does not come up and is stopped');
  });

  test('is left alone once it listens, however late', async () => {
    const { second } = await withReplacement();
    jest.advanceTimersByTime(119_000);
    second?.emit('listening', { port: 1 });
    jest.advanceTimersByTime(600_000);
    expect([hired.length, second?.kill.mock.calls]).toEqual([2, []]);
  });
});
