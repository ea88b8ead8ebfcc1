import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { describe, expect, jest, test } from '@jest/globals';
import { watchHeartbeat } from '../../gateway/process/heartbeat.ts';

/** A worker that responds as long as it is told to. */
class FakeWorker extends EventEmitter {
  answers = true;
  readonly isConnected = (): boolean => true;
  send(): boolean {
    if (this.answers) this.emit('message', { beatTold: true });
    return true;
  }
}

describe('the heartbeat of a worker (Q43)', () => {
  test('one that replies is left alone; one that stopped is reported once, after five pings', () => {
    jest.useFakeTimers();
    const worker = new FakeWorker();
    const silent = jest.fn();
    watchHeartbeat(worker as unknown as Worker, silent);
    jest.advanceTimersByTime(600_000);
    expect(silent).not.toHaveBeenCalled();
    worker.answers = false;
    jest.advanceTimersByTime(10_000);
    expect(silent).not.toHaveBeenCalled();
    jest.advanceTimersByTime(2_000);
    expect(silent).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(600_000);
    expect(silent).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });

  test('one that ended is asked no more', () => {
    jest.useFakeTimers();
    const worker = new FakeWorker();
    const silent = jest.fn();
    watchHeartbeat(worker as unknown as Worker, silent);
    worker.answers = false;
    worker.emit('exit');
    jest.advanceTimersByTime(600_000);
    expect(silent).not.toHaveBeenCalled();
    jest.useRealTimers();
  });
});
