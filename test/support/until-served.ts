import { classifyDatabaseError } from '../../prisma/database-errors.ts';

/** Repeats a request of the database that a busy machine does not answer within the limits of time. */
export async function untilServed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (classifyDatabaseError(error) !== 'unavailable') throw error;
    }
  }
}
