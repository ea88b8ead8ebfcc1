import type { Db } from '../../../schema/index.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
};

/** What all families share. */
interface Ground {
  readonly ownerId: bigint;
  readonly shared: bigint;
  readonly stateId: bigint;
  readonly countryId: bigint;
  readonly typeId: bigint;
}

/** The owner whose orders grow, and an order, `SHARED`, whose parts grow. */
async function layGround(db: Db): Promise<Ground> {
  const ownerId = await addUser(db, 'owner');
  const order = await addOrder(db, 'SHARED', ownerId);
  const state = await db.state.findFirstOrThrow({ where: { abbr: 'ME' } });
  const type = await db.optionType.create({
    data: { name: 'size', presentation: 'Size', position: 1 },
  });
  return {
    ownerId,
    shared: order,
    stateId: state.id,
    countryId: state.countryId,
    typeId: type.id,
  };
}

/** A user with roles, keys and names in other systems. */
async function addUser(db: Db, mark: string): Promise<bigint> {
  const role = await db.role.create({ data: { name: `role_${mark}` } });
  const { id } = await db.user.create({
    data: {
      email: `${mark}@harbour.test`,
      roles: { create: { roleId: role.id } },
      apiKeys: { create: { keyHash: Buffer.from(mark.padEnd(32, '.')) } },
      externalRefs: { create: { kind: 'User', source: 'erp', value: mark } },
    },
  });
  return id;
}

/** A cart, for which shipments can be proposed: deciding on it reads the most. */
async function addOrder(db: Db, number: string, userId: bigint): Promise<bigint> {
  const { id } = await db.order.create({
    data: {
      number,
      userId,
      externalRefs: { create: { kind: 'Order', source: 'erp', value: number } },
    },
  });
  return id;
}

/** A stock location, a way to ship and a way to pay. */
async function addPlaces(db: Db, mark: string, { stateId, countryId }: Ground) {
  const location = await db.stockLocation.create({
    data: { name: `Shed ${mark}`, isDefault: false, stateId, countryId },
  });
  const category = await db.shippingCategory.create({
    data: { name: `Bulky ${mark}`, isDefault: false },
  });
  const zone = await db.zone.create({ data: { name: `Zone ${mark}` } });
  const method = await db.shippingMethod.create({
    data: { name: `Lorry ${mark}`, zoneId: zone.id, shippingCategoryId: category.id },
  });
  const payment = await db.paymentMethod.create({
    data: { name: `Check ${mark}`, kind: 'check', position: 9 },
  });
  return { locationId: location.id, methodId: method.id, paymentMethodId: payment.id };
}

/** A product with a master and a variant, each with an option, an image and stock. */
async function addGoods(db: Db, mark: string, { typeId }: Ground, locationId: bigint) {
  const category = await db.shippingCategory.findFirstOrThrow({ where: { isDefault: true } });
  const product = await db.product.create({
    data: {
      name: `Shirt ${mark}`,
      permalink: `shirt-${mark}`,
      availableOn: new Date('2020-01-01T00:00:00Z'),
      shippingCategoryId: category.id,
      optionTypes: { create: { optionTypeId: typeId, position: 1 } },
      externalRefs: { create: { kind: 'Product', source: 'erp', value: mark } },
    },
  });
  const size = await db.optionValue.create({
    data: { optionTypeId: typeId, name: mark, presentation: mark, position: 1 },
  });
  const addVariant = async (isMaster: boolean): Promise<{ id: bigint; itemId: bigint }> => {
    const sku = `${mark}-${isMaster ? 'master' : 'other'}`;
    const { id } = await db.variant.create({
      data: {
        productId: product.id,
        isMaster,
        sku,
        price: '19.90',
        position: isMaster ? 1 : 2,
        externalRefs: { create: { kind: 'Variant', source: 'erp', value: sku } },
        images: {
          create: {
            position: 1,
            attachmentContentType: 'image/png',
            attachmentFileName: 'front.png',
            attachmentWidth: 600,
            attachmentHeight: 400,
          },
        },
      },
    });
    const item = await db.stockItem.create({
      data: { variantId: id, stockLocationId: locationId, countOnHand: 5 },
    });
    await db.variant.update({ where: { id }, data: { stockItemId: item.id } });
    await db.variantOptionValue.create({
      data: { variantId: id, optionTypeId: typeId, optionValueId: size.id },
    });
    return { id, itemId: item.id };
  };
  const master = await addVariant(true);
  await db.product.update({ where: { id: product.id }, data: { masterId: master.id } });
  const variant = await addVariant(false);
  return { variant, master };
}

type Goods = Awaited<ReturnType<typeof addGoods>>;
type Places = Awaited<ReturnType<typeof addPlaces>>;

interface Parts {
  readonly mark: string;
  readonly userId: bigint;
  readonly goods: Goods;
  readonly places: Places;
  readonly ground: Ground;
}

/** One more part of each kind for an order, tied to each other and to the user who made it. */
async function addParts(db: Db, orderId: bigint, parts: Parts): Promise<void> {
  const { mark, userId, goods, places, ground } = parts;
  const { stateId, countryId } = ground;
  const { locationId, methodId, paymentMethodId } = places;
  const variantId = goods.variant.id;
  const at = { ...address, orderId, stateId, countryId };
  const bill = await db.address.create({ data: at });
  const ship = await db.address.create({ data: at });
  await db.order.update({
    where: { id: orderId },
    data: { billAddressId: bill.id, shipAddressId: ship.id },
  });
  const line = await db.lineItem.create({
    data: { orderId, variantId, quantity: 1, price: '19.90' },
  });
  const shipment = await db.shipment.create({
    data: {
      number: `H${mark}-${String(orderId)}`,
      orderId,
      stockLocationId: locationId,
      shippingMethodId: methodId,
      addressId: ship.id,
      rates: { create: { shippingMethodId: methodId, cost: '5.00', selected: true } },
    },
  });
  const [lineItemId, shipmentId] = [line.id, shipment.id];
  await db.inventoryUnit.create({
    data: { orderId, lineItemId, shipmentId, variantId, state: 'sold', stockTaken: true },
  });
  const paid = { orderId, paymentMethodId, amount: '24.90' };
  const { id } = await db.payment.create({ data: paid });
  const credit = await db.payment.create({ data: { ...paid, amount: '-24.90', sourceId: id } });
  // no act does this: every walk goes on
  await db.payment.update({ where: { id }, data: { sourceId: credit.id } });
  await db.adjustment.create({
    data: {
      ...{ orderId, lineItemId, shipmentId, userId, pieces: 1 },
      ...{ kind: 'canceled', label: 'Canceled', mandatory: true, amount: 0 },
    },
  });
  await db.stateChange.create({
    data: {
      ...{ orderId, userId, statefulType: 'Order', statefulId: orderId },
      ...{ event: 'complete', previousState: 'cart', nextState: 'complete' },
    },
  });
  for (const { itemId } of [goods.variant, goods.master]) {
    await db.stockMovement.create({
      data: {
        ...{ stockItemId: itemId, orderId, userId },
        ...{ kind: 'sale', quantity: -1, countAfter: 5 },
      },
    });
  }
}

/** Adds families of records in which every edge leads somewhere. */
export class Families {
  private readonly db: Db;
  private readonly ground: Ground;
  private made = 0;

  private constructor(db: Db, ground: Ground) {
    this.db = db;
    this.ground = ground;
  }

  static async begin(db: Db): Promise<Families> {
    return new Families(db, await layGround(db));
  }

  get ownerId(): bigint {
    return this.ground.ownerId;
  }

  /** Adds families until there are so many. */
  async grow(count: number): Promise<void> {
    for (; this.made < count; this.made += 1) await this.add(`f${String(this.made)}`);
  }

  /** A user with an order, goods, places, an order of the owner, and parts of the shared order. */
  private async add(mark: string): Promise<void> {
    const { db, ground } = this;
    const userId = await addUser(db, mark);
    const places = await addPlaces(db, mark, ground);
    const goods = await addGoods(db, mark, ground, places.locationId);
    const parts = { mark, userId, goods, places, ground };
    for (const ownerId of [userId, ground.ownerId]) {
      const order = await addOrder(db, `R${mark}-${String(ownerId)}`, ownerId);
      await addParts(db, order, parts);
    }
    await addParts(db, ground.shared, parts);
    await db.auditEntry.create({
      data: {
        ...{
          actor: 'user',
          userId,
          action: 'user.disable',
          subjectType: 'User',
          subjectId: userId,
        },
        changes: { disabledAt: [null, '2026-02-03'] },
      },
    });
  }
}
