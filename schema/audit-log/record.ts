import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, Db, Transaction } from '../context.ts';
import type { AuditRecord } from '../domain/audit.ts';
import { forgetRows } from '../old-rows.ts';

interface AuditActor {
  readonly actor: 'user' | 'command line' | 'start';
  readonly userId: bigint | null;
  readonly apiKeyId: bigint | null;
  readonly address: string | null;
}

export const startOfProgram: AuditActor = {
  actor: 'start',
  userId: null,
  apiKeyId: null,
  address: null,
};

/** Who makes the changes of an operation; undefined for the program's own work, which is not logged. */
export function auditActorOf({ viewer, origin }: Context): AuditActor | undefined {
  return (
    origin && {
      actor: origin.actor,
      userId: viewer.user?.id ?? null,
      apiKeyId: viewer.keyId ?? null,
      address: origin.address,
    }
  );
}

/** Stores entries in the transaction of their changes, in one statement. */
export async function recordEntries(
  tx: Transaction,
  by: AuditActor,
  entries: readonly AuditRecord[],
): Promise<void> {
  const rows = entries.map(({ action, subject, id, changes }) => ({
    action,
    subject,
    id: id === null ? null : String(id),
    changes,
  }));
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO audit_entries (actor, user_id, api_key_id, address, action, subject_type, subject_id, changes)
    SELECT ${by.actor}, ${by.userId}::bigint, ${by.apiKeyId}::bigint, left(${by.address}, 64),
           entry.action, entry.subject, entry.id, entry.changes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
         AS entry(action text, subject text, id bigint, changes jsonb)`);
}

/** Deletes up to that many entries older than some days; returns how many. */
export const forgetOldEntries = (db: Db, days: number, most: number): Promise<number> =>
  forgetRows(db, { table: 'audit_entries', column: 'created_at', days }, most);
