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
