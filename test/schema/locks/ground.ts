import { getNamedType, isObjectType } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema } from '../../../schema/index.ts';
import { adminViewer, customerViewer, run } from '../../support/graphql.ts';
import { deskOf, maineAddress, type ReadOrder, shipAll } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

type Variables = Readonly<Record<string, unknown>>;

const picture = {
  attachmentFileName: 'front.png',
  attachmentContentType: 'image/png',
  attachmentWidth: 1,
  attachmentHeight: 1,
};

/**
 * Creates the records for writes, orders of so many lines and lists of one more. Every record is new, so that no write
 * affects another's; the variants of further lines are the same, because there are enough of each.
 */
export function groundOf({ client }: Pick<Database, 'client'>, lines = 1) {
  const further = Promise.all(
    Array.from({ length: lines - 1 }, () => makeVariant(client, { count: 100_000 })),
  );
  const buyer = makeUser(client, `buyer.${String(lines)}@harbour.test`);
  const desk = deskOf(client, adminViewer);
  let made = 0;
  const fresh = (word: string): string => {
    made += 1;
    return `${word}_${String(lines)}_${String(made)}`;
  };

  /** The id of the record that a mutation is named for, in its payload or alone. */
  function partOf(field: string): string {
    const mutation = schema.getMutationType()?.getFields()[field];
    if (!mutation) throw new Error(`There is no mutation ${field}.`);
    const type = getNamedType(mutation.type);
    const parts = isObjectType(type) ? Object.values(type.getFields()) : [];
    if (!parts.some(({ name }) => name === 'userErrors')) {
      return parts.some(({ name }) => name === 'id') ? 'id' : '__typename';
    }
    const record = parts.find(({ name }) => field.toLowerCase().includes(name.toLowerCase()));
    return `${record ? `${record.name} { id }` : ''} userErrors { code field message }`;
  }

  /**
   * Runs one mutation as an admin, or as a customer, and returns the id of the record it wrote; the arguments determine the types of
   * the variables.
   */
  async function write(field: string, variables: Variables, by?: 'customer'): Promise<unknown> {
    const declared = schema.getMutationType()?.getFields()[field]?.args ?? [];
    const sent = declared.filter(({ name }) => name in variables);
    const head = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const args = sent.map(({ name }) => `${name}: $${name}`).join(', ');
    const document = `mutation (${head}) { ${field}(${args}) { ${partOf(field)} } }`;
    const { data, errors } = await run(
      client,
      by ? customerViewer(await buyer) : adminViewer,
      document,
      variables,
    );
    if (errors.length > 0) throw new Error(`${field}: ${JSON.stringify(errors)}`);
    return (data as Readonly<Record<string, { readonly id?: unknown } | null>>)[field]?.id;
  }

  const variant = async (count = 10): Promise<string> =>
    String(await makeVariant(client, { count }));
  const productOf = async (variantId: string): Promise<{ permalink: string }> => {
    const { product } = await client.variant.findUniqueOrThrow({
      where: { id: BigInt(variantId) },
      select: { product: { select: { permalink: true } } },
    });
    return product;
  };
  const cartOf = async (variantId: string, others = further): Promise<ReadOrder> =>
    desk.create({
      email: 'ada@harbour.test',
      billAddress: maineAddress,
      useBilling: true,
      lineItems: [variantId, ...(await others).map(String)].map((id) => ({
        variantId: id,
        quantity: 2,
      })),
    });
  const cart = async (): Promise<ReadOrder> => cartOf(await variant());
  const saleOf = async (variantId: string, others = further): Promise<ReadOrder> =>
    desk.fire((await cartOf(variantId, others)).number, 'complete');
  const user = async (): Promise<string> =>
    String((await makeUser(client, `${fresh('user')}@harbour.test`)).id);

  return {
    write,
    fresh,
    rows: async <Row>(make: () => Promise<Row>): Promise<Row[]> => {
      const made: Row[] = [];
      while (made.length <= lines) made.push(await make());
      return made;
    },
    variant,
    productOf,
    cart,
    saleOf,
    sale: async () => saleOf(await variant()),
    smallSale: async () => saleOf(await variant(), Promise.resolve([])),
    /** A sale with a box for one unit of each line, and one for the others. */
    packed: async (): Promise<ReadOrder> => {
      const { number, shipments } = await saleOf(await variant());
      const units = shipments[0]?.inventoryUnits ?? [];
      for (const { id } of units.filter((_unit, at) => at % 2 === 0)) {
        await desk.pack(number, { inventoryUnitIds: [id] });
      }
      return desk.read(number);
    },
    shipped: async (): Promise<ReadOrder> => {
      const order = await saleOf(await variant());
      await shipAll(desk, order);
      return desk.read(order.number);
    },
    payment: async (): Promise<Variables> => {
      const { number } = await saleOf(await variant());
      const { id } = await desk.pay(number, { paymentMethod: { name: 'Check' } });
      return { order: { number }, id };
    },
    captured: async (): Promise<Variables> => {
      const { number } = await saleOf(await variant());
      const { id } = await desk.pay(number, { paymentMethod: { name: 'Check' } });
      await desk.firePayment(number, id, 'capture');
      return { order: { number }, id };
    },
    adjustment: async () =>
      write('createAdjustment', {
        order: { number: (await cart()).number },
        input: { amount: '1', label: 'Gift' },
      }),
    picture: async () => ({ ...picture, variantId: await variant() }),
    location: async (): Promise<string> => {
      const data = { name: fresh('place'), isDefault: false };
      return String((await client.stockLocation.create({ data })).id);
    },
    /** A shipping method that is not offered any more. */
    method: async (): Promise<string> => {
      const like = await client.shippingMethod.findFirstOrThrow({
        select: { zoneId: true, shippingCategoryId: true, baseCost: true, itemCost: true },
      });
      const data = { ...like, name: fresh('method'), active: false };
      return String((await client.shippingMethod.create({ data })).id);
    },
    user,
    apiKey: async (): Promise<string> => {
      const userId = await user();
      await write('generateApiKey', { userId });
      const where = { userId: BigInt(userId) };
      return String((await client.apiKey.findFirstOrThrow({ where })).id);
    },
    role: () => write('createRole', { input: { name: fresh('role'), permissions: [] } }),
  };
}

export type Ground = ReturnType<typeof groundOf>;
