import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../context.ts';
import { auditDifference } from '../domain/audit.ts';
import { atStart } from '../transaction.ts';
import { recordEntries, startOfProgram } from './record.ts';

/**
 * Stores the settings of a start, and logs what changed since the last one; the first start logs nothing.
 * Settings must not contain secrets. The caller ensures that starts run one after the other.
 */
export async function noteStartSettings(
  db: Db,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await atStart(db, async (tx) => {
    const known = await tx.startSettings.findUnique({ where: { id: 1 } });
    const before = (known?.settings ?? {}) as Readonly<Record<string, string>>;
    const gone = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    const entry = auditDifference('settings.change', null, before, { ...gone, ...settings });
    if (known && !entry) return;
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO start_settings (id, settings) VALUES (1, ${JSON.stringify(settings)}::jsonb)
      ON CONFLICT (id) DO UPDATE SET settings = EXCLUDED.settings`);
    if (known && entry) await recordEntries(tx, startOfProgram, [entry]);
  });
}
