import { expect, test } from '@jest/globals';
import { forms, inBothForms, openWalk } from './walk/walk.ts';

const walk = openWalk();

/** A cart of two units at 19.90, whose price the store has set to 0.01. */
async function pricedCart(form: (typeof forms)[number]) {
  const cart = await walk.scene.cart();
  const line = `/api/orders/${cart.number}/line_items/${String(cart.lineId)}`;
  const { status } = await walk.admin(form).put(line, { body: { line_item: { price: '0.01' } } });
  expect(status).toBe(200);
  return { ...cart, line };
}

const linesOf = async (number: string) => {
  const lines = await walk.scene.store.db.lineItem.findMany({
    where: { order: { number } },
    orderBy: { id: 'asc' },
  });
  return lines.map(({ quantity, price, priceIsOwn }) => [quantity, price.toFixed(2), priceIsOwn]);
};

const message = 'cannot be raised: the store has set the price';

inBothForms(
  'T46: a customer takes no more units at a price that the store has set',
  async (form) => {
    const { number, line, lineId } = await pricedCart(form);
    const ann = walk.as(form, walk.scene.ann);
    const answers = [
      await ann.put(line, { body: { line_item: { quantity: 500 } } }),
      await ann.put(`/api/orders/${number}`, {
        body: { order: { line_items: [{ id: lineId, quantity: 500 }] } },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(form === 'older' ? [500, 500] : [422, 422]);
    expect(answers.map(({ body }) => (body as { errors: unknown }).errors)).toEqual(
      form === 'older'
        ? [[`Quantity ${message}`], [`Line items 0 quantity ${message}`]]
        : [{ quantity: [message] }, { 'line_items.0.quantity': [message] }],
    );
    expect(await linesOf(number)).toEqual([[2, '0.01', true]]);
  },
);

inBothForms(
  'T46: what a customer adds beside such a line costs what the variant does',
  async (form) => {
    const { number, goods, lineId } = await pricedCart(form);
    const ann = walk.as(form, walk.scene.ann);
    const body = { line_item: { variant_id: goods.variantId, quantity: 3 } };
    const { status, headers } = await ann.post(`/api/orders/${number}/line_items`, { body });
    expect(status).toBe(201);
    expect(headers.get('location')).not.toContain(`/line_items/${String(lineId)}`);
    expect(await linesOf(number)).toEqual([
      [2, '0.01', true],
      [3, '19.90', false],
    ]);
  },
);

inBothForms('T46: a customer may send such a line back, and lower its quantity', async (form) => {
  const { number, line } = await pricedCart(form);
  const ann = walk.as(form, walk.scene.ann);
  for (const quantity of [2, 1]) {
    const { status } = await ann.put(line, { body: { line_item: { quantity, price: '0.01' } } });
    expect(status).toBe(200);
  }
  expect(await linesOf(number)).toEqual([[1, '0.01', true]]);
});

test.each(forms)(
  'T46: whoever may set prices raises the quantity of such a line (%s)',
  async (form) => {
    const { number, line } = await pricedCart(form);
    const { status } = await walk.admin(form).put(line, { body: { line_item: { quantity: 4 } } });
    expect(status).toBe(200);
    expect(await linesOf(number)).toEqual([[4, '0.01', true]]);
  },
);
