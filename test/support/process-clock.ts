import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';

/**
 * Runs work while `performance.now()` stands still: what is kept for a second is kept meanwhile, however long the work
 * takes on a busy machine.
 */
export async function withHeldClock<Result>(work: () => Promise<Result>): Promise<Result> {
  const held = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await work();
  } finally {
    held.mockRestore();
  }
}

/** Runs work while `performance.now()` is ahead: what is kept for less long is over, without anybody waiting. */
export async function withClockAhead<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const now = performance.now.bind(performance);
  const ahead = jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  try {
    // lru-cache asks for the time once in a millisecond
    await setTimeout(5);
    return await work();
  } finally {
    ahead.mockRestore();
  }
}
