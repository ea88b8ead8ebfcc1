import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db, Transaction } from '../../schema/context.ts';
import { timeAt } from './times.ts';

/**
 * What the schema has no mutation for, written directly to the tables: zones, shipping methods, stock locations
 * and payment methods; at the end what only another system would write.
 * Decision: C39, C40, T23.
 */

const now = timeAt('2025-01-02 08:00');
const stamps = { createdAt: now, updatedAt: now } as const;
const northAmerica = ['US', 'CA', 'MX'];

interface Method {
  readonly name: string;
  readonly zone: string;
  readonly category: string;
  readonly baseCost: string;
  readonly itemCost: string;
}

const methods: readonly Method[] = [
  {
    name: 'Ground',
    zone: 'United States',
    category: 'Default',
    baseCost: '6.50',
    itemCost: '0.00',
  },
  {
    name: 'Express',
    zone: 'United States',
    category: 'Default',
    baseCost: '18.00',
    itemCost: '1.00',
  },
  {
    name: 'International',
    zone: 'Canada and Mexico',
    category: 'Default',
    baseCost: '14.00',
    itemCost: '1.50',
  },
  {
    name: 'International',
    zone: 'Overseas',
    category: 'Default',
    baseCost: '29.00',
    itemCost: '2.50',
  },
  {
    name: 'Ground',
    zone: 'United States',
    category: 'Bulky',
    baseCost: '35.00',
    itemCost: '12.00',
  },
  {
    name: 'Express',
    zone: 'Alaska and Hawaii',
    category: 'Bulky',
    baseCost: '120.00',
    itemCost: '40.00',
  },
  {
    name: 'International',
    zone: 'Canada and Mexico',
    category: 'Bulky',
    baseCost: '60.00',
    itemCost: '25.00',
  },
  {
    name: 'International',
    zone: 'Overseas',
    category: 'Bulky',
    baseCost: '150.00',
    itemCost: '60.00',
  },
];

/** Inserts the base data into a new store. */
export function layGround(db: Db): Promise<void> {
  return db.$transaction(async (tx) => {
    await makeZones(tx);
    await makeMethods(tx);
    await makeLocation(tx);
    await makePaymentMethods(tx);
  });
}

async function makeZones(tx: Transaction): Promise<void> {
  const zones = [
    { name: 'United States', countries: { in: ['US'] } },
    { name: 'Canada and Mexico', countries: { in: ['CA', 'MX'] } },
    {
      name: 'Overseas',
      description: 'Everywhere but North America',
      countries: { notIn: northAmerica },
    },
  ];
  for (const { countries, ...zone } of zones) {
    const members = await tx.country.findMany({
      where: { iso: countries },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const { id: zoneId } = await tx.zone.create({
      data: { ...zone, ...stamps },
      select: { id: true },
    });
    await tx.zoneMember.createMany({ data: members.map(({ id }) => ({ zoneId, countryId: id })) });
  }
  const states = await tx.state.findMany({
    where: { country: { iso: 'US' }, abbr: { in: ['AK', 'HI'] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const farStates = { name: 'Alaska and Hawaii', description: 'States served by air', ...stamps };
  const { id: zoneId } = await tx.zone.create({ data: farStates, select: { id: true } });
  await tx.zoneMember.createMany({ data: states.map(({ id }) => ({ zoneId, stateId: id })) });
}

/** The default shipping methods are switched off, and the sample's own are offered. Decision: T23. */
async function makeMethods(tx: Transaction): Promise<void> {
  await tx.shippingMethod.updateMany({ data: { active: false } });
  await tx.shippingCategory.create({
    data: { name: 'Bulky', isDefault: false, ...stamps },
    select: { id: true },
  });
  const categories = await tx.shippingCategory.findMany({ select: { id: true, name: true } });
  const zones = await tx.zone.findMany({ select: { id: true, name: true } });
  const idOf = (
    rows: readonly { readonly id: bigint; readonly name: string }[],
    name: string,
  ): bigint => {
    const row = rows.find((candidate) => candidate.name === name);
    if (!row) throw new Error(`The sample store lacks ${name}.`);
    return row.id;
  };
  await tx.shippingMethod.createMany({
    data: methods.map(({ zone, category, ...method }) => ({
      ...method,
      zoneId: idOf(zones, zone),
      shippingCategoryId: idOf(categories, category),
      ...stamps,
    })),
  });
}

async function makeLocation(tx: Transaction): Promise<void> {
  const state = await tx.state.findFirstOrThrow({
    where: { country: { iso: 'US' }, abbr: 'NJ' },
    select: { id: true, countryId: true },
  });
  await tx.stockLocation.create({
    data: {
      name: 'East Warehouse',
      isDefault: false,
      address1: '12 Dock Road',
      city: 'Elizabeth',
      zipcode: '07201',
      phone: '908-555-0164',
      countryId: state.countryId,
      stateId: state.id,
      ...stamps,
    },
    select: { id: true },
  });
}

async function makePaymentMethods(tx: Transaction): Promise<void> {
  const card = 'Read the number to us by telephone; it is not kept.';
  await tx.paymentMethod.createMany({
    data: [
      { name: 'Card (manual)', description: card, kind: 'card', position: 2, ...stamps },
      { name: 'Money order', kind: 'check', active: false, position: 3, ...stamps },
    ],
  });
}

/** Sample data of records that only imports or payment providers write. */
export interface ForeignRecords {
  /** The file of an image that has no time of its last change. */
  readonly undatedImage: string;
  /** The number of an order whose payment is still being processed. */
  readonly processedOrder: string;
}

/**
 * Adds data of other systems, and renumbers the shipments, because their generated numbers vary.
 * Decision: C39, C40.
 */
export function addForeignRecords(
  db: Db,
  { undatedImage, processedOrder }: ForeignRecords,
): Promise<void> {
  return db.$transaction(async (tx) => {
    await tx.image.updateMany({
      where: { attachmentFileName: undatedImage },
      data: { attachmentUpdatedAt: null },
    });
    await tx.payment.updateMany({
      where: { order: { number: processedOrder }, state: 'checkout' },
      data: { state: 'processing', responseCode: 'PENDING-7', avsResponse: 'Y' },
    });
    await tx.$executeRaw(Prisma.sql`
      UPDATE shipments SET number = 'H' || lpad(ranked.rank::text, 11, '10000000000')
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS rank FROM shipments) ranked
      WHERE ranked.id = shipments.id`);
  });
}
