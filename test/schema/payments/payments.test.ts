import { execute, parse } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { type Context, schema, type Viewer } from '../../../schema/index.ts';
import {
  type Dispatch,
  dispatchOf,
  expectSound,
  invalid,
  notNow,
  refusedBy,
  type ReadPayment,
} from '../../support/dispatch.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  adminViewer,
  customerViewer,
  nobody,
  run,
  settings,
  viewerWith,
} from '../../support/graphql.ts';
import { type Desk, deskOf, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let dispatch: Dispatch;
let owner: NonNullable<Viewer['user']>;
let methodId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  dispatch = dispatchOf(database, adminViewer);
  owner = await makeUser(database.client, 'owner@harbour.test');
  const method = await database.client.paymentMethod.findFirstOrThrow();
  methodId = String(method.id);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

type Input = Readonly<Record<string, unknown>>;

/** An order of 20.00 of the owner, completed unless it is to stay a cart. */
async function makeOrder(state: 'cart' | 'complete' = 'complete'): Promise<ReadOrder> {
  const variantId = await makeVariant(database.client, { price: '10.00', count: 2 });
  const { number } = await desk.cartOf([variantId, 2]);
  const order = await desk.update(number, { userId: String(owner.id) });
  return state === 'cart' ? order : desk.fire(number, 'complete');
}

const pay = ({ number: order }: ReadOrder, input: Input = {}): Promise<ReadPayment> =>
  dispatch.act('createPayment', { order, input: { paymentMethodId: methodId, ...input } });
const fire = (
  { number: order }: ReadOrder,
  { id }: ReadPayment,
  event: string,
  amount?: unknown,
): Promise<ReadPayment> => dispatch.act('firePaymentEvent', { order, id, event, amount });
const refusedToFire = (
  { number: order }: ReadOrder,
  { id }: ReadPayment,
  event: string,
  amount?: unknown,
) => refusedBy(database, dispatch, 'firePaymentEvent', { order, id, event, amount });
const refusedToPay = ({ number: order }: ReadOrder, input: Input) =>
  refusedBy(database, dispatch, 'createPayment', { order, input });
const refusedToUpdate = ({ number: order }: ReadOrder, { id }: ReadPayment, input: Input) =>
  refusedBy(database, dispatch, 'updatePayment', { order, id, input });

const creditLimit = (amount: string): string =>
  `This payment can only be credited up to ${amount}. Please specify an amount less than or equal to this number.`;

describe('Decision T39: a payment is recorded', () => {
  test('in checkout, over what is still to be paid', async () => {
    const order = await makeOrder();
    const first = await pay(order, { amount: '12.50' });
    expect(first).toMatchObject({ state: 'checkout', amount: '12.5', sourceType: null });
    await fire(order, first, 'capture');
    expect((await pay(order)).amount).toBe('7.5');
  });

  test('over nothing when more than enough was paid', async () => {
    const order = await makeOrder();
    await fire(order, await pay(order, { amount: 30 }), 'purchase');
    expect((await pay(order)).amount).toBe('0.0');
  });

  test('by a customer over the default, whatever amount is sent in REST', async () => {
    const order = await makeOrder();
    const customer = dispatchOf(database, { ...customerViewer(owner), language: 'rest' });
    const payment = await customer.act('createPayment', {
      order: order.number,
      input: { paymentMethod: { name: 'Check' }, amount: '1.00', responseCode: 'x' },
    });
    expect(payment).toMatchObject({ amount: '20.0', responseCode: null });
    const stored = await database.client.payment.findUnique({ where: { id: BigInt(payment.id) } });
    expect(stored?.responseCode).toBeNull();
  });

  test('with an active method only', async () => {
    const order = await makeOrder();
    expect(await refusedToPay(order, {})).toEqual(invalid({ paymentMethodId: ["can't be blank"] }));
    const inactive = await database.client.paymentMethod.create({
      data: { name: 'Gold', kind: 'manual', position: 9, active: false },
    });
    for (const input of [
      { paymentMethodId: String(inactive.id) },
      { paymentMethod: { name: 'Gold' } },
      { paymentMethodId: 'x' },
    ]) {
      const [sent = ''] = Object.keys(input);
      expect(await refusedToPay(order, input)).toEqual(invalid({ [sent]: ['is invalid'] }));
    }
  });

  test('on a closed order not at all', async () => {
    const order = await makeOrder();
    await desk.fire(order.number, 'cancel');
    expect(await refusedToPay(order, { paymentMethodId: methodId })).toEqual([
      { code: 'REFUSED', fields: { base: ['The order is closed.'] } },
    ]);
  });

  test('before completion a newer one makes earlier ones invalid', async () => {
    const order = await makeOrder('cart');
    await pay(order);
    await pay(order);
    const { payments } = await desk.read(order.number);
    expect(payments.map(({ state }) => state)).toEqual(['invalid', 'checkout']);
  });
});

describe('Decision T39: the verbs of a payment', () => {
  test('only a credit and a capture take an amount; REST ignores it beside others (V30)', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    for (const event of ['authorize', 'purchase', 'void']) {
      expect(await refusedToFire(order, payment, event, '1.00')).toEqual(
        invalid({ amount: ['is only for credit and capture'] }),
      );
    }
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    const sent = { order: order.number, id: payment.id, event: 'purchase', amount: '1.00' };
    expect(await rest.act('firePaymentEvent', sent)).toMatchObject({
      state: 'completed',
      amount: '20.0',
    });
  });

  test('authorize, then capture; the order turns paid', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    expect((await fire(order, payment, 'authorize')).state).toBe('pending');
    expect((await desk.read(order.number)).paymentState).toBe('balance_due');
    expect((await fire(order, payment, 'capture')).state).toBe('completed');
    expect(await desk.read(order.number)).toMatchObject({
      paymentState: 'paid',
      paymentTotal: '20.0',
    });
  });

  const capture = (id: string, amount?: unknown) =>
    run(
      database.client,
      adminViewer,
      `mutation ($id: ID!, $amount: Money) { capturePayment(id: $id, amount: $amount) {
        payment { amount state } order { paymentTotal paymentState total } userErrors { code field message allowed lockVersion } } }`,
      { id, amount },
    );

  test('captured in part it has the captured amount, and the rest is due', async () => {
    const order = await makeOrder();
    const { id } = await pay(order);
    const { data, errors } = await capture(id, '12.34');
    expect(errors).toEqual([]);
    expect(data).toEqual({
      capturePayment: {
        payment: { amount: '12.34', state: 'COMPLETED' },
        order: { paymentTotal: '12.34', paymentState: 'BALANCE_DUE', total: '20.0' },
      },
    });
    // 20.00 - 12.34; no more than was captured can be paid back
    expect((await pay(order)).amount).toBe('7.66');
    const credit = { order: order.number, id, event: 'credit', amount: '12.35' };
    expect(await refusedBy(database, dispatch, 'firePaymentEvent', credit)).toEqual(
      invalid({ amount: [creditLimit('12.34')] }),
    );
  });

  test('captured as a whole it is not captured again', async () => {
    const order = await makeOrder();
    const { id } = await pay(order);
    expect((await capture(id)).data).toEqual({
      capturePayment: {
        payment: { amount: '20.0', state: 'COMPLETED' },
        order: { paymentTotal: '20.0', paymentState: 'PAID', total: '20.0' },
      },
    });
    expect((await capture(id, '5.00')).errors).toMatchObject([{ code: 'EVENT_REFUSED' }]);
    expect((await desk.read(order.number)).paymentTotal).toBe('20.0');
  });

  test.each([
    ['0', 'must be greater than 0'],
    ['-1', 'must be greater than 0'],
    ['20.01', 'must be less than or equal to 20.0'],
    ['1.005', 'must have at most 2 decimal places'],
  ])('%s of 20.00 is not captured', async (amount, message) => {
    const order = await makeOrder();
    const { id } = await pay(order);
    const before = await desk.read(order.number);
    expect((await capture(id, amount)).errors).toEqual(invalid({ amount: [message] }));
    expect(await desk.read(order.number)).toEqual(before);
  });

  test.each([
    ['capture', ['authorize', 'purchase', 'void']],
    ['credit', ['void']],
  ])('in REST a wrong amount refuses %s', async (event, allowed) => {
    const order = await makeOrder();
    const payment = await pay(order);
    if (event === 'credit') await fire(order, payment, 'purchase');
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    const sent = { order: order.number, id: payment.id, event, amount: '0' };
    expect(await refusedBy(database, rest, 'firePaymentEvent', sent)).toEqual(
      notNow(event, allowed, { amount: ['must be greater than 0'] }),
    );
  });

  test('of two captures at once one takes the money', async () => {
    const order = await makeOrder();
    const { id } = await pay(order);
    const answers = await Promise.all([capture(id, '5.00'), capture(id, '6.00')]);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => errors)).toMatchObject([{ code: 'EVENT_REFUSED' }]);
    const { paymentTotal, payments } = await desk.read(order.number);
    expect(payments.map(({ amount }) => amount)).toEqual([paymentTotal]);
  });

  test('of refunds at once none pays back more than was paid', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    await fire(order, payment, 'capture');
    const refund = `mutation ($id: ID!) { creditPayment(id: $id, amount: "7.00") {
      refund { amount } userErrors { code field message allowed lockVersion } } }`;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => run(database.client, adminViewer, refund, { id: payment.id })),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(2);
    expect((await desk.read(order.number)).paymentTotal).toBe('6.0');
  });

  test('a completed payment that was voided counts no more', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    await fire(order, payment, 'purchase');
    await fire(order, payment, 'void');
    expect(await desk.read(order.number)).toMatchObject({
      paymentState: 'balance_due',
      paymentTotal: '0.0',
    });
  });

  test.each([
    ['authorize', 'pending'],
    ['purchase', 'completed'],
    ['capture', 'completed'],
    ['void', 'void'],
  ] as const)('%s leaves a state change', async (event, nextState) => {
    const order = await makeOrder();
    const { id } = await fire(order, await pay(order), event);
    const where = { statefulType: 'Payment', statefulId: BigInt(id) };
    expect(await database.client.stateChange.findMany({ where })).toMatchObject([
      { event, previousState: 'checkout', nextState },
    ]);
  });

  test('a refused one has its own message', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    await fire(order, payment, 'capture');
    expect(await refusedToFire(order, payment, 'capture')).toEqual(
      notNow('capture', ['void', 'credit']),
    );
    const { data } = await execute({
      schema,
      document: parse(
        'mutation ($order: OrderBy!, $id: ID!) { firePaymentEvent(order: $order, id: $id, event: CAPTURE) { payment { id } userErrors { code field message allowed lockVersion } } }',
      ),
      variableValues: { order: { number: order.number }, id: payment.id },
      contextValue: {
        db: database.client,
        viewer: adminViewer,
        now: () => new Date(),
        requestId: 'test',
        settings,
      } satisfies Context,
    });
    expect(data).toMatchObject({
      firePaymentEvent: { payment: null, userErrors: [{ message: 'Cannot capture payment.' }, {}] },
    });
  });

  test.each(['fail', 'invalidate', 'next'])('%s is no verb', async (event) => {
    const order = await makeOrder();
    const payment = await pay(order);
    expect(await refusedToFire(order, payment, event)).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: ['authorize', 'purchase', 'capture', 'void'],
        fields: { state: ['cannot transition via an unknown event'] },
      },
    ]);
  });
});

describe('Decision T39: credit', () => {
  async function completed(): Promise<[ReadOrder, ReadPayment]> {
    const order = await makeOrder();
    return [order, await fire(order, await pay(order), 'purchase')];
  }

  test('is a negative completed payment that names the credited one', async () => {
    const [order, payment] = await completed();
    expect(await fire(order, payment, 'credit', '5.00')).toEqual(payment);
    const { nodes } = await dispatch.act('payments', { order: order.number });
    expect(nodes[1]).toMatchObject({
      amount: '-5.0',
      state: 'completed',
      paymentMethod: payment.paymentMethod,
      sourceType: 'Payment',
      sourceId: payment.id,
    });
    expect(await desk.read(order.number)).toMatchObject({
      paymentTotal: '15.0',
      paymentState: 'balance_due',
    });
  });

  test('answers the payment, the refund and the order', async () => {
    const [{ number, total }, payment] = await completed();
    const refund = {
      amount: '-5.0',
      state: 'completed',
      sourceType: 'Payment',
      sourceId: payment.id,
      responseCode: null,
    };
    const answer = await dispatch.act('creditPayment', {
      order: number,
      id: payment.id,
      amount: '5.00',
    });
    expect(answer).toMatchObject({
      payment,
      refund,
      order: {
        number,
        total,
        paymentTotal: '15.0',
        paymentState: 'balance_due',
        payments: [{ id: payment.id }, { id: answer.refund.id, amount: '-5.0' }],
      },
    });
    const rest = await dispatch.act('creditPayment', { order: number, id: payment.id });
    expect(rest).toMatchObject({
      refund: { amount: '-15.0', sourceId: payment.id },
      order: { paymentTotal: '0.0' },
    });
    expect(rest.refund.id).not.toBe(answer.refund.id);
    const { data } = await run(
      database.client,
      adminViewer,
      `{ payments(order: { number: "${number}" }) { nodes { amount source { id amount } } } }`,
    );
    const source = { id: payment.id, amount: '20.0' };
    expect(data).toEqual({
      payments: {
        nodes: [
          { amount: '20.0', source: null },
          { amount: '-5.0', source },
          { amount: '-15.0', source },
        ],
      },
    });
  });

  test('with a refund that is refused answers nothing and changes nothing', async () => {
    const [{ number: order }, { id }] = await completed();
    expect(
      await refusedBy(database, dispatch, 'creditPayment', { order, id, amount: '20.01' }),
    ).toEqual(invalid({ amount: [creditLimit('20.0')] }));
  });

  test('without an amount credits all that is left', async () => {
    const [order, payment] = await completed();
    await fire(order, payment, 'credit', 4);
    await fire(order, payment, 'credit');
    const { payments } = await desk.read(order.number);
    expect(payments.map(({ amount }) => amount)).toEqual(['20.0', '-4.0', '-16.0']);
  });

  test('without an amount credits what the order is owed, and no more', async () => {
    const [{ number, shipments }, payment] = await completed();
    const [box] = shipments;
    await dispatch.send(box?.id ?? '', 'ready');
    await dispatch.send(box?.id ?? '', 'ship');
    await dispatch.treat(box?.inventoryUnits[0]?.id ?? '', 'return');
    expect(await desk.read(number)).toMatchObject({ paymentState: 'credit_owed', total: '10.0' });
    const credit = { order: number, id: payment.id };
    expect(await dispatch.act('creditPayment', credit)).toMatchObject({
      refund: { amount: '-10.0' },
      order: { paymentState: 'paid', paymentTotal: '10.0' },
    });
    expect(await dispatch.act('creditPayment', credit)).toMatchObject({
      refund: { amount: '-10.0' },
      order: { paymentState: 'balance_due', paymentTotal: '0.0' },
    });
  });

  test('without an amount credits at most what is left of the payment', async () => {
    const order = await makeOrder();
    const first = await fire(order, await pay(order, { amount: '4.00' }), 'purchase');
    const second = await fire(order, await pay(order), 'purchase');
    await dispatch.send(order.shipments[0]?.id ?? '', 'cancel');
    for (const { id } of [first, second]) {
      await dispatch.act('creditPayment', { order: order.number, id });
    }
    const { payments, paymentState } = await desk.read(order.number);
    expect(payments.map(({ amount }) => amount)).toEqual(['4.0', '16.0', '-4.0', '-16.0']);
    expect(paymentState).toBe('paid');
  });

  test('without an amount credits all that was paid for a canceled order', async () => {
    const [order, payment] = await completed();
    await desk.fire(order.number, 'cancel');
    await fire(order, payment, 'credit', 4);
    await fire(order, payment, 'credit');
    expect(await desk.read(order.number)).toMatchObject({
      paymentState: 'void',
      paymentTotal: '0.0',
    });
  });

  test('without an amount credits all that is left before the order is completed', async () => {
    const order = await makeOrder('cart');
    const payment = await fire(order, await pay(order, { amount: '50' }), 'purchase');
    await fire(order, payment, 'credit');
    expect((await desk.read(order.number)).paymentTotal).toBe('0.0');
  });

  test('above what is left is refused', async () => {
    const [order, payment] = await completed();
    await fire(order, payment, 'credit', '15.5');
    expect(await refusedToFire(order, payment, 'credit', '4.51')).toEqual(
      invalid({ amount: [creditLimit('4.5')] }),
    );
    await fire(order, payment, 'credit');
    expect(await refusedToFire(order, payment, 'credit', '4.51')).toEqual(
      notNow('credit', [], { amount: [creditLimit('0.0')] }),
    );
  });

  test.each([
    ['x', 'is not a number'],
    ['1.234', 'must have at most 2 decimal places'],
    ['0', 'must be greater than 0'],
    ['-1', 'must be greater than 0'],
  ])('of %s is refused', async (amount, message) => {
    const [order, payment] = await completed();
    expect(await refusedToFire(order, payment, 'credit', asSent(amount))).toEqual(
      invalid({ amount: [message] }),
    );
  });

  test('a credited payment is not voided, until its credit is', async () => {
    const [order, payment] = await completed();
    await fire(order, payment, 'credit', '5.00');
    expect(await refusedToFire(order, payment, 'void')).toEqual(notNow('void', ['credit']));
    const { nodes } = await dispatch.act('payments', { order: order.number });
    const credit = nodes[1] ?? payment;
    await fire(order, credit, 'void');
    expect((await desk.read(order.number)).paymentTotal).toBe('20.0');
    expect((await fire(order, payment, 'void')).state).toBe('void');
  });

  test('of a payment that is not completed is refused', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    expect(await refusedToFire(order, payment, 'credit', '1')).toEqual(
      notNow('credit', ['authorize', 'purchase', 'capture', 'void']),
    );
  });
});

describe('Decision T39: a payment is changed', () => {
  const update = ({ number: order }: ReadOrder, { id }: ReadPayment, input: Input) =>
    dispatch.act('updatePayment', { order, id, input });

  test('amount, method and response code, while it is in checkout or pending', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    const other = await database.client.paymentMethod.create({
      data: { name: 'Invoice', kind: 'manual', position: 2 },
    });
    await fire(order, payment, 'authorize');
    expect(
      await update(order, payment, {
        amount: '7.5',
        paymentMethod: { name: 'Invoice' },
        responseCode: 'OK',
      }),
    ).toMatchObject({
      amount: '7.5',
      state: 'pending',
      paymentMethod: { id: String(other.id) },
      responseCode: 'OK',
    });
  });

  test('what is stored may be sent back in every state', async () => {
    const order = await makeOrder();
    const payment = await fire(order, await pay(order), 'purchase');
    const before = await desk.read(order.number);
    const { amount, state, responseCode, paymentMethod } = payment;
    const paymentMethodId = paymentMethod.id;
    expect(await update(order, payment, { amount, state, responseCode, paymentMethodId })).toEqual(
      payment,
    );
    expect(await desk.read(order.number)).toEqual(before);
  });

  test.each([
    ['purchase', 'completed'],
    ['void', 'void'],
  ])('after %s not at all', async (event, state) => {
    const order = await makeOrder();
    const payment = await fire(order, await pay(order), event);
    const base = [`This payment cannot be updated because it is ${state}.`];
    for (const input of [{ amount: '1' }, { state: 'failed' }, { responseCode: 'x' }]) {
      expect(await refusedToUpdate(order, payment, input)).toEqual([
        { code: 'REFUSED', fields: { base } },
      ]);
    }
  });

  test('what is due of a large order is stored, sent back, captured and credited by its amount', async () => {
    const variantId = await makeVariant(database.client, { price: '99999999.99', count: 3 });
    const { number } = await desk.cartOf([variantId, 3]);
    const order = await desk.fire(number, 'complete');
    const amount = '299999999.97';
    const payment = await pay(order);
    expect(payment.amount).toBe(amount);
    expect(await update(order, payment, { amount })).toEqual(payment);
    expect(await fire(order, payment, 'capture', amount)).toMatchObject({ state: 'completed' });
    await fire(order, payment, 'credit', amount);
    expect((await desk.read(number)).paymentTotal).toBe('0.0');
  });

  test('a part of what is due of a large order is recorded by its amount, and changed to another', async () => {
    const variantId = await makeVariant(database.client, { price: '99999999.99', count: 3 });
    const { number } = await desk.cartOf([variantId, 3]);
    const order = await desk.fire(number, 'complete');
    const payment = await pay(order, { amount: '120000000' });
    expect(payment.amount).toBe('120000000.0');
    const amount = '130000000.5';
    expect(await update(order, payment, { amount })).toMatchObject({ amount });
    const beyond = { amount: '1000000000000' };
    const message = invalid({ amount: ['must be less than or equal to 999999999999.99'] });
    expect(await refusedToPay(order, { ...beyond, paymentMethodId: methodId })).toEqual(message);
    expect(await refusedToUpdate(order, payment, beyond)).toEqual(message);
  });

  test('failed is written as its state, and the order follows', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    expect((await update(order, payment, { state: 'CHECKOUT' })).state).toBe('checkout');
    expect((await update(order, payment, { state: 'FAILED' })).state).toBe('failed');
    expect((await update(order, payment, { state: 'failed' })).state).toBe('failed');
    expect((await desk.read(order.number)).paymentState).toBe('failed');
  });

  test('an amount below zero is invalid, new or changed', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    const message = invalid({ amount: ['must be greater than or equal to 0'] });
    expect(await refusedToUpdate(order, payment, { amount: '-5.00' })).toEqual(message);
    const input = { paymentMethod: { name: 'Check' }, amount: '-5.00' };
    const variables = { order: order.number, input };
    expect(await refusedBy(database, dispatch, 'createPayment', variables)).toEqual(message);
  });

  test('other states and unreadable values are invalid', async () => {
    const order = await makeOrder();
    const payment = await pay(order);
    const wrong = { state: 'completed', amount: asSent('much'), paymentMethodId: '999999' };
    expect(await refusedToUpdate(order, payment, wrong)).toEqual(
      invalid({
        amount: ['is not a number'],
        paymentMethodId: ['is invalid'],
        state: ['is invalid'],
      }),
    );
  });

  test('of another order is missing', async () => {
    const order = await makeOrder();
    const payment = await pay(await makeOrder());
    expect(await refusedToUpdate(order, payment, {})).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await refusedToFire(order, payment, 'void')).toEqual([{ code: 'NOT_FOUND' }]);
  });
});

describe('Decision A18 (rows 3, 5, 7): who may do what', () => {
  const unauthorized = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

  test('owner and holder record and read payments, and do not touch them', async () => {
    const order = await makeOrder();
    const { token } = await desk.read(order.number);
    for (const viewer of [customerViewer(owner), { ...nobody, orderToken: token }]) {
      const customer = dispatchOf(database, viewer);
      const input = { paymentMethodId: methodId };
      const { id } = await customer.act('createPayment', { order: order.number, input });
      const payment = await customer.act('payment', { order: order.number, id });
      expect(payment).toMatchObject({ id, responseCode: null });
      const page = await customer.act('payments', { order: order.number });
      expect(page.nodes.at(-1)).toEqual(payment);
      const variables = { order: order.number, id };
      expect(
        await refusedBy(database, customer, 'firePaymentEvent', { ...variables, event: 'capture' }),
      ).toEqual(unauthorized);
      expect(
        await refusedBy(database, customer, 'updatePayment', { ...variables, input: {} }),
      ).toEqual(unauthorized);
    }
  });

  test('strangers and readers', async () => {
    const order = await makeOrder();
    const { id } = await pay(order, { amount: 1, responseCode: 'secret' });
    const other = await makeUser(database.client, 'other@harbour.test');
    const stranger = dispatchOf(database, customerViewer(other));
    const reader = dispatchOf(database, viewerWith(other, 'payments.read', 'payments.index'));
    const variables = { order: order.number, id };
    expect((await stranger.ask('payment', variables)).errors).toEqual(unauthorized);
    expect((await stranger.ask('payments', variables)).errors).toEqual(unauthorized);
    expect((await reader.act('payment', variables)).responseCode).toBeNull();
    const input = { paymentMethodId: methodId };
    const create = { order: order.number, input };
    expect(await refusedBy(database, reader, 'createPayment', create)).toEqual(unauthorized);
    expect((await reader.ask('payment', { order: 'R0', id })).errors).toEqual([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('a list is searched, by response code only if the caller may see it', async () => {
    const order = await makeOrder();
    await pay(order, { amount: 3, responseCode: 'aa' });
    const second = await pay(order, { amount: 8, responseCode: 'bb' });
    const found = await dispatch.act('payments', {
      order: order.number,
      filter: {
        amount: { gt: '5' },
        responseCode: { eq: 'bb' },
        order: { state: { eq: 'COMPLETE' } },
      },
    });
    expect(found.nodes.map(({ id }) => id)).toEqual([second.id]);
    const customer = dispatchOf(database, customerViewer(owner));
    const { errors } = await customer.ask('payments', {
      order: order.number,
      filter: { responseCode: { eq: 'bb' } },
    });
    expect(errors).toMatchObject([{ code: 'INVALID' }]);
  });
});
