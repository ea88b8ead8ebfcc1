import { Prisma } from '../../prisma/generated/client/client.ts';
import { lockNamed, shareNamed } from '../../prisma/named-lock.ts';
import { authorize } from '../abilities.ts';
import { enterAccess } from '../access/last-in-charge.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { type DecidedRow, type Decision, messagesOf, unknownRecord } from '../bulk/decision.ts';
import type { Viewer } from '../context.ts';
import { mostEntries } from '../domain/list-bounds.ts';
import { type Messages, refuse, sentences, words } from '../domain/messages.ts';
import { parseRequiredText, parseTrimmedText } from '../domain/text.ts';
import { toldEach } from '../user-errors.ts';
import { usersBeyond } from '../users/principals.ts';
import type { Write } from '../write.ts';
import { findRecords, ReferredBy } from './find-records.ts';
import { columnOf, type Field, fieldOf, kindNames, kindOf, kinds } from './kinds.ts';
import { nameOf, readRoom, type RefKey, refKeyOf, type Stored, type Wanted } from './room.ts';

export const SetExternalRefInput = builder.inputType('SetExternalRefInput', {
  description: 'The name of one record in another system.',
  fields: (t) => ({
    record: t.field({ type: ReferredBy, required: true, description: 'The record.' }),
    source: t.string({
      required: true,
      description: `The other system, such as \`erp\`: at most 64 characters. A record has names in at most ${String(mostEntries.externalRefs)} systems.`,
    }),
    value: t.string({
      description:
        'The name of the record there, in place of the one it has; null removes it. No other record of its kind has it, except deleted ones, which lose it.',
    }),
  }),
});

type RefRow = typeof SetExternalRefInput.$inferInput;

/** Checks the rights to the kinds of records that rows name. Throws Unauthorized. */
export function maySet(viewer: Viewer, rows: readonly RefRow[]): void {
  const rights = new Set(rows.map(({ record }) => kinds[kindOf(record)].right));
  // without rows it is still a write
  for (const right of rights.size === 0 ? ['orders.update' as const] : rights) {
    authorize(viewer, right);
  }
  // who could find a user by it would learn whose address it is
  if (rows.some(({ record }) => record.user?.email != null)) authorize(viewer, 'users.read');
}

/** The references that records have in these systems, and those that have the wanted names. */
async function readStored({ tx }: Write, wanted: readonly Wanted[]): Promise<readonly Stored[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((one) => ({ ...one, record: String(one.record) }));
  const given = Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS g(kind text, record bigint, source text, value text)`;
  const ofRecords = kindNames.map(
    (kind) => Prisma.sql`
      SELECT e.id FROM ${given} JOIN external_references e
        ON g.kind = ${kind} AND e.${Prisma.raw(columnOf(kind))} = g.record AND e.source = g.source`,
  );
  return tx.$queryRaw<Stored[]>(Prisma.sql`
    SELECT e.id, e.kind, e.source, e.value,
           COALESCE(e.order_id, e.product_id, e.variant_id, e.user_id) AS record,
           COALESCE(p.deleted_at, v.deleted_at) IS NOT NULL AS gone
    FROM external_references e
    LEFT JOIN products p ON p.id = e.product_id
    LEFT JOIN variants v ON v.id = e.variant_id
    WHERE e.id IN (
      SELECT e.id FROM ${given} JOIN external_references e
        ON e.kind = g.kind AND e.source = g.source AND e.value = g.value
      UNION ${Prisma.join(ofRecords, ' UNION ')})
    ORDER BY e.id`);
}

/**
 * The places of rows whose name another record has or gets: also where that one would give it up, but is refused
 * itself. A row that sends back the name of its record changes nothing. Takes linear time: each refused row is followed
 * once to the row that wants the name it keeps.
 */
function takenAmong(
  wanted: readonly (Wanted | undefined)[],
  stored: readonly Stored[],
): ReadonlySet<number> {
  const held = stored.filter(({ gone }) => !gone);
  const kept = new Map(held.map((one) => [refKeyOf(one), nameOf(one)]));
  const changed = wanted.map((one) =>
    one && kept.get(refKeyOf(one)) !== nameOf(one) ? one : undefined,
  );
  const changing = new Set(changed.flatMap((one) => (one ? [refKeyOf(one)] : [])));
  const names = new Set(held.filter((one) => !changing.has(refKeyOf(one))).map(nameOf));
  const getting = new Map<string, number>();
  const open: number[] = [];
  changed.forEach((one, index) => {
    if (!one || one.value === null) return;
    const name = nameOf(one);
    if (names.has(name) || getting.has(name)) open.push(index);
    else getting.set(name, index);
  });
  const taken = new Set<number>();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    taken.add(index);
    const name = kept.get(refKeyOf(wanted[index] as Wanted));
    const waiting = name === undefined ? undefined : getting.get(name);
    if (waiting !== undefined && !taken.has(waiting)) open.push(waiting);
  }
  return taken;
}

const mostLooks = 8;

/**
 * The places of rows whose name is taken, and of those whose record is full: these leave the name to another row, as
 * those leave the room. A row that is full once stays so. Looks at all rows eight times at most, because each time may
 * find one alone: a name that is left then counts as taken.
 */
function refusedAmong(
  wanted: readonly (Wanted | undefined)[],
  stored: readonly Stored[],
  beyondRoom: Awaited<ReturnType<typeof readRoom>>,
): { readonly taken: ReadonlySet<number>; readonly full: ReadonlySet<number> } {
  const full = new Set<number>();
  for (let left = mostLooks; ; left -= 1) {
    const open = wanted.map((one, index) => (full.has(index) ? undefined : one));
    const taken = takenAmong(open, stored);
    const more = beyondRoom(open.map((one, index) => (taken.has(index) ? undefined : one)));
    for (const index of more) full.add(index);
    if (more.length === 0 || left === 1) return { taken, full };
  }
}

/** Writes references: those that are replaced or removed go, those that are new come. */
async function writeRefs(
  write: Write,
  wanted: readonly Wanted[],
  stored: readonly Stored[],
): Promise<void> {
  const { tx, now } = write;
  const present = new Map(stored.map((one) => [refKeyOf(one), one]));
  const changed = wanted.filter((one) => (present.get(refKeyOf(one))?.value ?? null) !== one.value);
  if (changed.length === 0) return;
  const places = new Set(changed.map(refKeyOf));
  const names = new Set(changed.map(nameOf));
  const leaving = stored.filter(
    (one) => places.has(refKeyOf(one)) || (one.gone && names.has(nameOf(one))),
  );
  const ids = leaving.map(({ id }) => String(id));
  await tx.$executeRaw(
    Prisma.sql`DELETE FROM external_references WHERE id = ANY(${ids}::bigint[])`,
  );
  const added = changed
    .filter(({ value }) => value !== null)
    .map((one) => ({ ...one, record: String(one.record) }));
  const columns = kindNames.map((kind) => Prisma.raw(columnOf(kind)));
  const records = kindNames.map((kind) => Prisma.sql`CASE WHEN kind = ${kind} THEN record END`);
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO external_references (kind, source, value, created_at, ${Prisma.join(columns)})
    SELECT kind, source, value, ${now.toISOString()}::timestamptz, ${Prisma.join(records)}
    FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      AS g(kind text, record bigint, source text, value text)`);
  const noteChange = ({ kind, record, source }: RefKey, from: string | null, to: string | null) => {
    const changes = { [source]: [from, to] as const };
    write.audit({ action: 'external_refs.change', subject: kind, id: record, changes });
  };
  for (const one of leaving) if (!places.has(refKeyOf(one))) noteChange(one, one.value, null);
  for (const one of changed) {
    noteChange(one, present.get(refKeyOf(one))?.value ?? null, one.value);
  }
}

/**
 * Takes the lock for writes to users, for names of users alone, and judges the caller once more under it; other names share
 * it, as a late judgement of the caller does. The records are locked before: who writes one of them may ask for it last.
 * Decision: T53, N70.
 */
async function enterOrShareAccess(write: Write, rows: readonly RefRow[]): Promise<void> {
  if (rows.some(({ record }) => record.user)) {
    await enterAccess(write);
    maySet(write.viewer, rows);
  } else if (!write.judgesAccess) {
    await write.run(() => write.tx.$executeRaw(shareNamed('access')));
  }
}

/**
 * Decides which references records get. The records are kept from being removed; then writes of references run one after
 * the other, so that a name cannot be taken twice and a record gets no more than it may have. The names of a user are
 * set by who has all that user's rights, under the lock for writes to users. Names in other systems and e-mail addresses by
 * which rows name their records are looked up again under the locks.
 * Decision: V22, V24, T53, N70, P75.
 */
export async function decideRefs(write: Write, rows: readonly RefRow[]): Promise<Decision<Field>> {
  await write.lockOrders([]);
  const records = rows.map(({ record }) => record);
  const sought = await findRecords(write, records);
  await enterOrShareAccess(write, rows);
  // behind the records: who waits for one of them must not hold up the writes to others
  await write.tx.$executeRaw(lockNamed('external_references'));
  const mayHaveMoved = records.some(
    ({ order, product, variant, user }) =>
      (order ?? product ?? variant ?? user).externalRef ?? user?.email,
  );
  // locked by now, unless the name has moved
  const again = mayHaveMoved ? await findRecords(write, records, Prisma.empty) : sought;
  const found = sought.map((id, index) => (id === again[index] ? id : undefined));
  const userIds = rows.flatMap(({ record: { user } }, index) => (user && found[index]) ?? []);
  const beyond = await usersBeyond(write, userIds);
  const read = rows.map((row, index) => {
    const record = found[index];
    if (record === undefined) return { userErrors: unknownRecord('record') };
    if (row.record.user && beyond.has(record)) {
      return { userErrors: toldEach({ base: [sentences.rightsBeyond] }, 'REFUSED') };
    }
    const reader = new AttributeReader();
    const source = reader.read('source', parseRequiredText(row.source, 64));
    const given = row.value === undefined ? refuse(words.blank) : parseTrimmedText(row.value);
    const value = reader.read('value', given);
    const kind = kindOf(row.record);
    const wanted =
      source === undefined || value === undefined ? undefined : { kind, record, source, value };
    return { userErrors: messagesOf(reader), ...(wanted && { wanted }) };
  });
  const wanted = read.map((one) => ('wanted' in one ? one.wanted : undefined));
  const known = wanted.flatMap((one) => one ?? []);
  const stored = await readStored(write, known);
  const beyondRoom = await readRoom(write, wanted, stored);
  const { taken, full } = refusedAmong(wanted, stored, beyondRoom);
  const refusalAt = (index: number): Messages | undefined => {
    if (taken.has(index)) return { value: [words.taken] };
    if (!full.has(index)) return undefined;
    return { externalRefs: [words.tooManyEntries(mostEntries.externalRefs)] };
  };
  const decided = read.map(({ userErrors }, index): DecidedRow => {
    const one = wanted[index];
    const refusal = refusalAt(index);
    return {
      ...(one && { target: refKeyOf(one) }),
      userErrors: refusal ? toldEach(refusal) : userErrors,
    };
  });
  return {
    rows: decided,
    carryOut: async () => {
      const accepted = wanted.flatMap((one, index) =>
        one && decided[index]?.userErrors.length === 0 ? [one] : [],
      );
      await writeRefs(write, accepted, stored);
      return rows.map(({ record }, index) => ({ [fieldOf(kindOf(record))]: found[index] ?? null }));
    },
  };
}
