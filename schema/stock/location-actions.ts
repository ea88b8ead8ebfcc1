import { lockNotAvailable, sqlStateOf } from '../../prisma/database-errors.ts';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { AttributeReader, invalid, type ReadBy, readAttributes } from '../attribute-reader.ts';
import { auditDifference, auditEntry } from '../domain/audit.ts';
import { mostLocations } from '../domain/list-bounds.ts';
import { maximumCount, minimumCount } from '../domain/measures.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseRequiredText, parseText } from '../domain/text.ts';
import { Refused } from '../errors.ts';
import { requireVersion } from '../if-version.ts';
import { existing } from '../refs.ts';
import { StartsOver } from '../transaction.ts';
import type { Write } from '../write.ts';
import { type LocationInput, readPlace, type Region } from './location-input.ts';

const texts = { address1: parseText, city: parseText, zipcode: parseText, phone: parseText };

type Columns = Partial<ReadBy<typeof texts> & Region & { name: string; active: boolean }>;

/** Reads what was sent; adds messages for what is wrong, and for a name that another location has. */
async function readLocation(
  write: Write,
  reader: AttributeReader,
  input: LocationInput,
  stored?: Region & { readonly id: bigint },
): Promise<Columns> {
  const place = await readPlace(write, reader, input, stored);
  const read: Columns = { ...place, ...readAttributes(reader, texts, (name) => input[name]) };
  if (input.active != null) read.active = input.active;
  if (input.name === undefined && stored) return read;
  const name = reader.read('name', parseRequiredText(input.name));
  if (name === undefined) return read;
  const holder = await write.tx.stockLocation.findUnique({ where: { name }, select: { id: true } });
  if (holder && holder.id !== stored?.id) reader.note('name', words.taken);
  return { ...read, name };
}

/** Keeps other writes of locations away, so that their number, names and states are what was read. */
async function lockLocations(write: Write): Promise<void> {
  await write.tx.$executeRaw(Prisma.sql`LOCK TABLE stock_locations IN SHARE ROW EXCLUSIVE MODE`);
  write.hasLocked();
}

/**
 * How long the lock of orders and stock waits for either table: all writes that begin later wait behind it. An
 * autovacuum of these tables gives way only to who has waited for as long as `deadlock_timeout`.
 */
const patience = Prisma.sql`
  SELECT set_config('lock_timeout', (200 + COALESCE((
    SELECT s.setting::integer FROM pg_settings s WHERE s.name = 'deadlock_timeout' AND EXISTS (
      SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE l.granted AND l.mode = 'ShareUpdateExclusiveLock'
        AND l.relation IN ('orders'::regclass, 'stock_items'::regclass))), 0))::text, true)`;

/**
 * Keeps writes of orders and counts away: what is decided about them stays true. To be taken after `lockLocations`. If
 * they are not given soon, those that wait behind it pass, and the write starts over. Decision: T53.
 */
async function lockOrdersAndStock(write: Write): Promise<void> {
  const { tx } = write;
  await tx.$queryRaw(patience);
  try {
    await tx.$executeRaw(Prisma.sql`LOCK TABLE orders, stock_items IN EXCLUSIVE MODE`);
  } catch (error) {
    throw sqlStateOf(error) === lockNotAvailable ? new StartsOver() : error;
  }
  await tx.$executeRaw(Prisma.sql`SET LOCAL lock_timeout TO DEFAULT`);
  write.hasLocked();
}

/** Creates an active stock location without stock; returns its id. Throws Invalid. */
export async function createLocation(write: Write, input: LocationInput): Promise<bigint> {
  const { tx } = write;
  await lockLocations(write);
  const { now } = write;
  const reader = new AttributeReader();
  const { name = '', ...rest } = await readLocation(write, reader, input);
  if ((await tx.stockLocation.count()) >= mostLocations) {
    reader.note('base', words.tooManyEntries(mostLocations));
  }
  reader.check();
  const { id } = await tx.stockLocation.create({
    data: { ...rest, name, isDefault: false, active: true, createdAt: now, updatedAt: now },
    select: { id: true },
  });
  write.audit(auditEntry('stock_locations.create', id, {}, { name, ...rest }));
  return id;
}

interface StoredLocation {
  readonly id: bigint;
  readonly isDefault: boolean;
}

/**
 * Makes a location active or inactive for the sums that variants show. Orders and counts are not written meanwhile. All of
 * them have to wait for that, so what is refused is refused before; what was written since is seen by the second look.
 * The lock of locations lets one such write wait at a time.
 * Throws Invalid; Refused if the default location, or one that units are promised from, would become inactive.
 */
async function turn(write: Write, location: StoredLocation, active: boolean): Promise<void> {
  const requireFree = () =>
    active ? requireRoomOnShelves(write, location.id) : requireNothingPromised(write, location);
  await requireFree();
  await lockOrdersAndStock(write);
  await requireFree();
  await addToSums(write, location.id, active ? 1 : -1);
}

/** Changes a stock location. Throws NotFound, Conflict, Invalid, and what `turn` throws. */
export async function updateLocation(
  write: Write,
  id: bigint,
  input: LocationInput,
  ifVersion?: number | null,
): Promise<void> {
  const { tx } = write;
  await lockLocations(write);
  const location = existing(await tx.stockLocation.findUnique({ where: { id } }));
  requireVersion(location, ifVersion);
  const reader = new AttributeReader();
  const sent = await readLocation(write, reader, input, location);
  reader.check();
  const entry = auditDifference('stock_locations.update', id, location, sent);
  if (!entry) return;
  if (sent.active !== undefined && sent.active !== location.active) {
    await turn(write, location, sent.active);
  }
  await tx.stockLocation.update({
    where: { id },
    data: { ...sent, updatedAt: write.now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  write.audit(entry);
}

async function requireNothingPromised(
  { tx }: Write,
  { id, isDefault }: StoredLocation,
): Promise<void> {
  if (isDefault) throw Refused.act({ active: [sentences.defaultLocation] });
  const [row] = await tx.$queryRaw<{ promised: boolean }[]>(Prisma.sql`
    SELECT EXISTS (
      SELECT FROM shipments s JOIN inventory_units u ON u.shipment_id = s.id
      WHERE s.stock_location_id = ${id}::bigint AND s.state IN ('pending', 'ready_to_ship')
        AND u.state IN ('sold', 'backordered')) AS promised`);
  if (row?.promised !== false) throw Refused.act({ active: [sentences.promised] });
}

/** Throws Invalid if a variant would have, or owe, too many units at all active locations together. */
async function requireRoomOnShelves({ tx }: Write, id: bigint): Promise<void> {
  const [row] = await tx.$queryRaw<{ above: boolean; below: boolean }[]>(Prisma.sql`
    SELECT COALESCE(bool_or(on_hand > ${maximumCount}::bigint), false) AS above,
           COALESCE(bool_or(owed < ${minimumCount}::bigint), false) AS below
    FROM (
      SELECT sum(GREATEST(i.count_on_hand, 0)) AS on_hand, sum(LEAST(i.count_on_hand, 0)) AS owed
      FROM stock_items own
      JOIN stock_items i ON i.variant_id = own.variant_id
      JOIN stock_locations l ON l.id = i.stock_location_id
      WHERE own.stock_location_id = ${id}::bigint AND (l.active OR l.id = ${id}::bigint)
      GROUP BY own.variant_id) sums`);
  if (row?.above !== false) throw invalid('active', words.atMost(String(maximumCount)));
  if (row.below) throw invalid('active', words.atLeast(String(minimumCount)));
}

/** Adds the counts of a location to the sums that variants show, or takes them off. */
async function addToSums({ tx, now }: Write, id: bigint, sign: 1 | -1): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE stock_items d
    SET count_elsewhere = d.count_elsewhere + ${sign}::integer * i.count_on_hand,
        updated_at = ${now.toISOString()}::timestamptz, moved_at = ${now.toISOString()}::timestamptz
    FROM stock_items i JOIN variants v ON v.id = i.variant_id
    WHERE i.stock_location_id = ${id}::bigint AND i.count_on_hand <> 0 AND d.id = v.stock_item_id`);
}
