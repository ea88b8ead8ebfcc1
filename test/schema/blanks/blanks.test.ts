import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { getNamedType, getNullableType, isInputObjectType, isNonNullType } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema } from '../../../schema/index.ts';
import { readContents } from '../../contract/database-state.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';
import { type Filled, filledRecords } from './filled-records.ts';
import { sendings } from './sendings.ts';

let database: Database;
let filled: Filled;

beforeAll(async () => {
  database = await openTestDatabase();
  filled = filledRecords(database);
});
afterAll(() => database.close());

type Input = Readonly<Record<string, unknown>>;

const none = 'a null list of entries has none, as an empty one';
const leftOut = 'it names the record beside `id`, or compares its version, and is left out';

/** What an input may contain although it does nothing, and why. */
const silent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UpdateOrderInput: {
    couponCode: 'it must be empty: the store has no promotions',
    lineItems: none,
    payments: none,
    shipments: none,
    useBilling: 'it is false',
  },
  OrderShipmentInput: {
    ifVersion: leftOut,
    inventoryUnitIds: none,
    inventoryUnits: none,
    number: leftOut,
  },
  UpdateShipmentInput: { inventoryUnitIds: none, inventoryUnits: none },
  ShipmentUnitInput: { ifVersion: leftOut },
  UpdateProductInput: { variants: none },
  ProductVariantInput: { ifVersion: leftOut, options: none },
  UpdateVariantInput: { options: none },
};

/** Inputs of new records, where null and a blank text are left out, and names of records. */
const makesOrNames = /^(Create|AddLineItem|OrderPayment|AdjustStock|SetExternalRef)|By$/;
/** Rows of many records. */
const rows = /^(SetPrice|SetStockLevel|ShipShipment|UpdateVariants)Input$/;

const mutations = schema.getMutationType()?.getFields() ?? {};

/** The inputs that mutations take, at any depth. */
function takenInputs(): string[] {
  const names = new Set<string>();
  const visit = (given: GraphQLInputType): void => {
    const type = getNamedType(given);
    if (!isInputObjectType(type) || names.has(type.name)) return;
    names.add(type.name);
    for (const field of Object.values(type.getFields())) visit(field.type);
  };
  for (const { args } of Object.values(mutations)) for (const { type } of args) visit(type);
  return [...names];
}

/** Each field of an input alone: null where its type allows that, and a blank text. */
const blanksOf = (type: string): Input[] =>
  Object.values((schema.getType(type) as GraphQLInputObjectType).getFields()).flatMap((field) => [
    ...(isNonNullType(field.type) ? [] : [{ [field.name]: null }]),
    ...(['ID', 'String'].includes(String(getNullableType(field.type)))
      ? [{ [field.name]: '' }]
      : []),
  ]);

async function isRefused(
  mutation: string,
  variables: Input,
  viewer = adminViewer,
): Promise<boolean> {
  const sent = (mutations[mutation]?.args ?? []).filter(({ name }) => name in variables);
  const head = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = sent.map(({ name }) => `${name}: $${name}`).join(', ');
  const document = `mutation (${head}) { ${mutation}(${args}) { userErrors { code field message allowed lockVersion } } }`;
  const { errors } = await run(database.client, viewer, document, variables);
  return errors.length > 0;
}

test('V30: each input that changes a record is tried', () => {
  const changing = takenInputs().filter((name) => !makesOrNames.test(name) && !rows.test(name));
  expect(changing.sort()).toEqual(sendings.map(([type]) => type).sort());
});

test.each(sendings)(
  'V30: null or a blank text in a field of %s is refused and changes nothing, or changes the record',
  async (type, mutation, given) => {
    const passedOver: string[] = [];
    let put = await given(filled);
    expect([type, await isRefused(mutation, put({}))]).toEqual([type, /RefInput$/.test(type)]);
    let before = await readContents(database.client);
    for (const input of blanksOf(type)) {
      const refused = await isRefused(mutation, put(input));
      const after = await readContents(database.client);
      if (isDeepStrictEqual(after, before)) {
        if (!refused) passedOver.push(...Object.keys(input));
        continue;
      }
      expect([input, refused]).toEqual([input, false]);
      put = await given(filled);
      before = await readContents(database.client);
    }
    expect([...new Set(passedOver)].sort()).toEqual(Object.keys(silent[type] ?? {}).sort());
  },
);

test('V30: null or a blank text in a field of a new record is left out, also by a customer', async () => {
  const customer = customerViewer(await makeUser(database.client, 'blank@harbour.test'));
  const variantId = String(await makeVariant(database.client, { count: 5 }));
  const desk = deskOf(database.client, customer);
  const { number } = await desk.create({ lineItems: [{ variantId }] });
  const order = { number };
  const { id } = await database.client.paymentMethod.findFirstOrThrow({ where: { active: true } });
  const refused: Input[] = [];
  for (const [type, mutation, given, needed] of [
    ['CreateOrderInput', 'createOrder', {}, {}],
    ['CreatePaymentInput', 'createPayment', { order }, { paymentMethodId: String(id) }],
    ['AddLineItemInput', 'addLineItem', { order }, { variantId }],
  ] as const) {
    for (const blank of blanksOf(type)) {
      const variables = { ...given, input: { ...blank, ...needed } };
      if (await isRefused(mutation, variables, customer)) refused.push({ [type]: blank });
    }
  }
  // who leaves an order to a guest gives it away
  expect(refused).toEqual([
    { CreateOrderInput: { userId: null } },
    { CreateOrderInput: { userId: '' } },
  ]);
});
