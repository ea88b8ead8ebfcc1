import { readViolation } from '../../prisma/constraint.ts';
import type { Context } from '../context.ts';
import { words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import { whenEnded } from '../unit-of-work.ts';
import { inWrite, type Write } from '../write.ts';
import { forgetViewers } from './viewer.ts';

/** The input whose value somebody else has, by the unique index that says so. Decision: A34. */
const takenInputs: Readonly<Record<string, string>> = {
  users_email_lower_key: 'email',
  roles_name_key: 'name',
};

/**
 * Runs a write to users, roles or keys as one transaction. However it ends, this process asks the
 * database anew who its callers are.
 * Throws Invalid where another write took the e-mail or the name in between.
 * Decision: A8, A34.
 */
export async function inAccessWrite<T>(
  context: Context,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  try {
    return await inWrite(context, work);
  } catch (error) {
    const input = takenInputs[readViolation(error)?.constraint ?? ''];
    throw input === undefined ? error : new Invalid({ [input]: [words.taken] });
  } finally {
    whenEnded(context, forgetViewers);
  }
}
