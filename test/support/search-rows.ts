import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../../schema/index.ts';
import { makeUser, makeVariant } from './records.ts';
import { associated, type Model, type Value } from './search-model.ts';

/** Picks from a list by index, so that columns of different lengths combine in many ways. */
const pick = <T>(list: readonly T[], place: number): T => {
  const value = list[place % list.length];
  if (value === undefined) throw new Error('Nothing to pick from.');
  return value;
};

const states = ['cart', 'address', 'delivery', 'complete', 'canceled', 'awaiting_return'] as const;
const emails = [null, 'ann@shop.test', 'ANN@shop.test', 'a_b@shop.test', '100%@shop.test', ''];
const instructions = [null, '', '50% off', 'a_b', 'back\\slash', 'Ring TWICE', 'ring', '%'];
const channels = ['api', 'phone', 'web2'];
const totals = ['0.00', '19.90', '19.91', '5.00', '100.00', '1234.50'];
const shipmentStates = [null, 'pending', 'ready', 'shipped', 'backorder'];
const paymentStates = [null, 'balance_due', 'paid', 'credit_owed', 'void'];
const instants = [
  '2014-01-31T00:00:00.000Z',
  '2014-01-31T12:00:00.500Z',
  '2014-02-01T00:00:00.001Z',
];
const stateNames = ['Fyn', null, 'fyn', null, null];
const cities = ['Portland', 'portland', 'Bangor', 'A_B', '10% City'];
const skus = ['TSH-1', 'tsh_2', 'MUG%', 'MUG', ''];

/** Fills a database with orders in which every attribute has several values, including NULL. */
export async function makeSearchRows(db: Db): Promise<void> {
  const users = [
    await makeUser(db, 'Ann@Shop.test'),
    await makeUser(db, 'bob@shop.test'),
    await makeUser(db, 'cy_1@shop.test'),
  ];
  await db.user.update({ where: { id: users[0]?.id ?? 0n }, data: { name: 'Ann Ode' } });
  await db.user.update({ where: { id: users[2]?.id ?? 0n }, data: { name: '' } });
  const variants: bigint[] = [];
  for (const [place, sku] of skus.entries()) {
    variants.push(
      await makeVariant(db, {
        sku,
        name: pick(['Shirt', 'Cup_1', '100% Wool'], place),
        price: pick(totals, place),
        count: pick([0, 3, -2, 7], place),
        trackInventory: place !== 3,
      }),
    );
  }
  for (const [place, id] of variants.entries()) {
    await db.variant.update({
      where: { id },
      data: {
        weight: pick([null, '1.500', '2'], place),
        costPrice: pick([null, '5.00'], place),
        isMaster: place !== 1,
        createdAt: pick(instants, place),
        stockItem: { update: { updatedAt: pick(instants, place + 1) } },
      },
    });
  }
  await stockOtherLocations(db, variants);
  const country = await db.country.findUniqueOrThrow({ where: { iso: 'DK' } });
  const known = await db.state.findMany({
    where: { name: { in: ['Maine', 'Ohio'] }, country: { iso: 'US' } },
    orderBy: { name: 'asc' },
  });
  const location = await db.stockLocation.findFirstOrThrow({ where: { isDefault: true } });
  const method = await db.shippingMethod.findFirstOrThrow({ where: { name: 'Standard' } });
  for (let place = 0; place < 30; place += 1) {
    await makeOrder(db, place, { users, variants, country, known, location, method });
  }
}

interface Parts {
  readonly users: readonly { id: bigint }[];
  readonly variants: readonly bigint[];
  readonly country: { id: bigint };
  readonly known: readonly { id: bigint }[];
  readonly location: { id: bigint };
  readonly method: { id: bigint };
}

async function makeOrder(db: Db, place: number, parts: Parts): Promise<void> {
  const state = pick(states, place);
  const isComplete = ['complete', 'canceled', 'awaiting_return'].includes(state);
  const itemTotal = pick(totals, place);
  const number = place % 5 === 0 ? `WEB-${String(place)}A` : `R${String(100 + place)}`;
  const { id } = await db.order.create({
    data: {
      number,
      state,
      email: pick(emails, place + 1),
      userId: place % 4 === 3 ? null : pick(parts.users, place).id,
      specialInstructions: pick(instructions, place),
      channel: pick(channels, place),
      itemTotal,
      total: itemTotal,
      totalQuantity: place % 7,
      shipmentState: pick(shipmentStates, place + 2),
      paymentState: pick(paymentStates, place),
      createdAt: pick(instants, place),
      updatedAt: pick(instants, place + 1),
      completedAt: isComplete ? pick(instants, place + 2) : null,
      lineItems: {
        create: Array.from({ length: place % 4 }, (_, line) => ({
          variantId: pick(parts.variants, place + 2 * line),
          quantity: ((place + line) % 5) + 1,
          price: pick(totals, place + line + 1),
        })),
      },
      shipments: {
        create: Array.from({ length: place % 3 }, (_, parcel) => ({
          number: `H${String(place)}-${String(parcel)}`,
          state: pick(['pending', 'ready_to_ship', 'canceled'], place + parcel),
          tracking: pick([null, '1Z9', '', '1z%'], place + parcel),
          cost: pick(totals, place + parcel),
          stockLocationId: parts.location.id,
          shippingMethodId: parcel === 0 ? parts.method.id : null,
        })),
      },
    },
    select: { id: true },
  });
  if (place % 3 === 0) return;
  const stateName = pick(stateNames, place);
  const address = await db.address.create({
    data: {
      orderId: id,
      firstname: 'Ann',
      lastname: pick(['Ode', 'ode', 'O_e'], place),
      address1: '1',
      city: pick(cities, place),
      zipcode: String(place % 4),
      phone: '1',
      company: pick([null, '', 'Field'], place),
      countryId: parts.country.id,
      stateName,
      stateId: stateName === null && place % 4 > 0 ? pick(parts.known, place).id : null,
    },
  });
  await db.order.update({ where: { id }, data: { billAddressId: address.id } });
}

/** Stock of some variants in two other locations, one of which is not in use. */
async function stockOtherLocations(db: Db, variants: readonly bigint[]): Promise<void> {
  for (const active of [true, false]) {
    const { id: stockLocationId } = await db.stockLocation.create({
      data: { name: active ? 'Quay' : 'Attic', isDefault: false, active },
    });
    for (const [place, variantId] of variants.entries()) {
      const countOnHand = pick([4, 0, 3], place);
      await db.stockItem.create({ data: { variantId, stockLocationId, countOnHand } });
      if (!active) continue;
      await db.stockItem.updateMany({
        where: { variantId, stockLocation: { isDefault: true } },
        data: { countElsewhere: countOnHand },
      });
    }
  }
}

const variantInclude = {
  product: true,
  stockItem: true,
  stockItems: { include: { stockLocation: true } },
} satisfies Prisma.VariantInclude;

const include = {
  user: true,
  billAddress: { include: { state: true } },
  lineItems: {
    include: { variant: { include: variantInclude } },
    orderBy: { id: 'asc' },
  },
  shipments: { include: { shippingMethod: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.OrderInclude;

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof include }>;
type LineRow = OrderRow['lineItems'][number];
export type VariantRow = LineRow['variant'];
type ShipmentRow = OrderRow['shipments'][number];

/** All orders with what they are searched by, oldest first. */
export const readOrderRows = (db: Db): Promise<OrderRow[]> =>
  db.order.findMany({ include, orderBy: { id: 'asc' } });

/** All variants, oldest first. */
export const readVariantRows = (db: Db): Promise<VariantRow[]> =>
  db.variant.findMany({ include: variantInclude, orderBy: { id: 'asc' } });

/** What a variant shows: the sum over active locations. */
const countOf = ({ stockItems }: VariantRow): number =>
  stockItems
    .filter(({ stockLocation }) => stockLocation.active)
    .reduce((sum, { countOnHand }) => sum + countOnHand, 0);

const amount = (value: { toString: () => string } | null): Value =>
  value === null ? null : Number(value.toString());
const instant = (value: Date | null): Value => value?.getTime() ?? null;

/** What variants are searched by. Decision: S20. */
export const variantModel: Model<VariantRow> = {
  attributes: {
    id: { kind: 'id', of: ({ id }) => Number(id) },
    sku: { kind: 'text', of: ({ sku }) => sku },
    price: { kind: 'money', of: ({ price }) => amount(price) },
    costPrice: { kind: 'money', of: ({ costPrice }) => amount(costPrice) },
    weight: { kind: 'number', of: ({ weight }) => amount(weight) },
    isMaster: { kind: 'flag', of: ({ isMaster }) => isMaster },
    position: { kind: 'whole', of: ({ position }) => position },
    countOnHand: { kind: 'whole', of: countOf },
    inStock: {
      kind: 'flag',
      of: (variant) => !variant.trackInventory || countOf(variant) > 0,
    },
    deletedAt: { kind: 'time', of: ({ deletedAt }) => instant(deletedAt) },
    createdAt: { kind: 'time', of: ({ createdAt }) => instant(createdAt) },
    updatedAt: { kind: 'time', of: ({ stockItem }) => instant(stockItem?.updatedAt ?? null) },
  },
  one: {
    product: associated(
      {
        attributes: {
          name: { kind: 'text', of: ({ name }) => name },
          permalink: { kind: 'text', of: ({ permalink }) => permalink },
          description: { kind: 'longText', of: ({ description }) => description },
        },
      } satisfies Model<VariantRow['product']>,
      ({ product }) => [product],
    ),
  },
};

/** What variants are searched by in their own list only. */
export const variantListModel: Model<VariantRow> = {
  ...variantModel,
  attributes: {
    ...variantModel.attributes,
    name: { kind: 'text', of: ({ product }) => product.name },
    permalink: { kind: 'text', of: ({ product }) => product.permalink },
    description: { kind: 'longText', of: ({ product }) => product.description ?? '' },
  },
};

const lineModel: Model<LineRow> = {
  attributes: {
    id: { kind: 'id', of: ({ id }) => Number(id) },
    variantId: { kind: 'id', of: ({ variantId }) => Number(variantId) },
    quantity: { kind: 'whole', of: ({ quantity }) => quantity },
    price: { kind: 'money', of: ({ price }) => amount(price) },
  },
  one: { variant: associated(variantModel, ({ variant }) => [variant]) },
};

const shipmentModel: Model<ShipmentRow> = {
  attributes: {
    id: { kind: 'id', of: ({ id }) => Number(id) },
    number: { kind: 'text', of: ({ number }) => number, folds: true },
    state: { kind: 'state', of: ({ state }) => state },
    tracking: { kind: 'text', of: ({ tracking }) => tracking },
    cost: { kind: 'money', of: ({ cost }) => amount(cost) },
    shippingMethodId: {
      kind: 'id',
      of: ({ shippingMethodId }) => (shippingMethodId === null ? null : Number(shippingMethodId)),
    },
  },
  one: {
    shippingMethod: associated(
      { attributes: { name: { kind: 'text', of: ({ name }: { name: string }) => name } } },
      ({ shippingMethod }) => (shippingMethod ? [shippingMethod] : []),
    ),
  },
};

const displayName = (user: OrderRow['user']): string | null =>
  user === null ? null : user.name === null || user.name === '' ? user.email : user.name;

type AddressRow = NonNullable<OrderRow['billAddress']>;

/** What addresses are searched by. Decision: S20. */
export const addressModel = {
  attributes: {
    lastname: { kind: 'text', of: ({ lastname }) => lastname },
    city: { kind: 'text', of: ({ city }) => city },
    zipcode: { kind: 'text', of: ({ zipcode }) => zipcode },
    company: { kind: 'text', of: ({ company }) => company },
    stateName: { kind: 'text', of: ({ stateName, state }) => stateName ?? state?.name ?? null },
  },
} satisfies Model<AddressRow>;

/** What orders are searched by. Decision: S20. */
export const orderModel: Model<OrderRow> = {
  attributes: {
    id: { kind: 'id', of: ({ id }) => Number(id) },
    number: { kind: 'text', of: ({ number }) => number, folds: true },
    state: { kind: 'state', of: ({ state }) => state },
    email: { kind: 'text', of: ({ email }) => email, folds: true },
    userId: { kind: 'id', of: ({ userId }) => (userId === null ? null : Number(userId)) },
    itemTotal: { kind: 'money', of: ({ itemTotal }) => amount(itemTotal) },
    adjustmentTotal: { kind: 'money', of: ({ adjustmentTotal }) => amount(adjustmentTotal) },
    total: { kind: 'money', of: ({ total }) => amount(total) },
    paymentTotal: { kind: 'money', of: ({ paymentTotal }) => amount(paymentTotal) },
    shipmentState: {
      kind: 'state',
      of: ({ shipmentState }) => shipmentState,
    },
    paymentState: { kind: 'state', of: ({ paymentState }) => paymentState },
    specialInstructions: {
      kind: 'longText',
      of: ({ specialInstructions }) => specialInstructions,
    },
    channel: { kind: 'text', of: ({ channel }) => channel },
    currency: { kind: 'text', of: ({ currency }) => currency },
    totalQuantity: { kind: 'whole', of: ({ totalQuantity }) => Number(totalQuantity) },
    createdAt: { kind: 'time', of: ({ createdAt }) => instant(createdAt) },
    updatedAt: { kind: 'time', of: ({ updatedAt }) => instant(updatedAt) },
    completedAt: { kind: 'time', of: ({ completedAt }) => instant(completedAt) },
    userName: { kind: 'text', of: ({ user }) => displayName(user) },
    userLogin: { kind: 'text', of: ({ user }) => displayName(user) },
  },
  one: {
    user: associated(
      {
        attributes: {
          id: { kind: 'id', of: ({ id }) => Number(id) },
          email: { kind: 'text', of: ({ email }) => email, folds: true },
          name: { kind: 'text', of: ({ name }) => name },
        },
      } satisfies Model<NonNullable<OrderRow['user']>>,
      ({ user }) => (user ? [user] : []),
    ),
    billAddress: associated(addressModel, ({ billAddress }) => (billAddress ? [billAddress] : [])),
  },
  many: {
    lineItems: associated(lineModel, ({ lineItems }) => lineItems),
    shipments: associated(shipmentModel, ({ shipments }) => shipments),
  },
};
