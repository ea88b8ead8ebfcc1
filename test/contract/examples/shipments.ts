import { expect } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import { invalid, notFound, someTime, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import { shipmentBody } from '../sale-bodies.ts';
import type { Sale, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly sale: Sale;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, sale: await scene.sold() });

const shipmentIn =
  (facts: Parameters<typeof shipmentBody>[2] = {}) =>
  ({ sale }: Given, { form }: { readonly form: FormName }): unknown => ({
    shipment: shipmentBody(form, sale, facts),
  });

/** The state of both units of a shipment. */
const bothUnits = (sale: Sale, state: string, lockVersion: number) =>
  sale.unitIds.map((id) => ({ id, state, lockVersion }));

/** A refused event in each format. */
const refusal = (
  form: FormName,
  error: string,
  older: readonly string[],
  newer: Readonly<Record<string, readonly string[]>>,
) => ({ error, errors: form === 'older' ? older : newer });

/** Each path at which a shipment is found. */
const places = [
  {
    path: '/api/shipments/:shipment',
    at: ({ shipmentId }: Sale) => `/api/shipments/${String(shipmentId)}`,
  },
  {
    path: '/api/orders/:order/shipments/:shipment',
    at: ({ number, shipmentNumber }: Sale) => `/api/orders/${number}/shipments/${shipmentNumber}`,
  },
] as const;

const listShipments = [
  ...accepted('GET /api/shipments', {
    title: 'an admin finds the shipments that are made after a date in a state',
    given,
    request: ({ scene, sale }, { as, form }) =>
      as(scene.admin).get(
        form === 'older'
          ? `/api/shipments.json?search[state]=pending&search[created_at_greater_than]=2010-01-01&search[number]=${sale.shipmentNumber}`
          : `/api/shipments?q[state_eq]=pending&q[created_at_gt]=2010-01-01&q[number_eq]=${sale.shipmentNumber}`,
      ),
    status: 200,
    body: ({ sale }, { form }) => [{ shipment: shipmentBody(form, sale) }],
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/shipments', {
    title: 'a customer may not list all shipments',
    given,
    request: ({ scene }, { as }) => as(scene.ann).get('/api/shipments'),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('GET /api/orders/:order/shipments', {
    title: 'the owner lists the shipments of his order',
    given,
    request: ({ scene, sale }, { as }) => as(scene.ann).get(`/api/orders/${sale.number}/shipments`),
    status: 200,
    body: ({ sale }, { form }) => [{ shipment: shipmentBody(form, sale) }],
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/orders/:order/shipments', {
    title: 'an order that is not there has no shipments',
    given,
    request: ({ scene }, { as }) => as(scene.admin).get('/api/orders/R0/shipments'),
    status: 404,
    body: () => notFound,
  }),
];

const showAndWrite = places.flatMap(({ path, at }) => [
  ...accepted(`GET ${path}`, {
    title: 'a holder of the token sees the shipment of his order',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.bob).get(`${at(sale)}?order_token=${sale.token}`),
    status: 200,
    body: shipmentIn(),
  }),
  ...refused(`GET ${path}`, {
    title: 'a stranger sees no shipment',
    given,
    request: ({ scene, sale }, { as }) => as(scene.bob).get(at(sale)),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted(`PUT ${path}`, {
    title: 'an admin writes the tracking number',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(at(sale), { body: { shipment: { tracking: '1Z9', state: 'shipped' } } }),
    status: 200,
    body: shipmentIn({ tracking: '1Z9' }),
  }),
  ...refused(`PUT ${path}`, {
    title: 'a cost below zero and a method that does not exist are refused together',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(at(sale), {
        body: { shipment: { shipping_method_id: 999_999, cost: '-1' } },
      }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Shipping method is invalid', 'Cost must be greater than or equal to 0'], {
        shipping_method_id: ['is invalid'],
        cost: ['must be greater than or equal to 0'],
      }),
  }),
  ...refused(`PUT ${path}`, {
    title: 'the owner may not write a shipment',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.ann).put(at(sale), { body: { shipment: { cost: [] } } }),
    status: 401,
    body: () => unauthorized,
  }),
]);

const fireEvents = places.flatMap(({ path, at }) => [
  ...accepted(`PUT ${path}/event`, {
    title: 'a ready shipment is shipped, with its tracking number',
    given: async (scene) => ({ scene, sale: await scene.sold(['ready']) }),
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(`${at(sale)}/event?e=ship`, { body: { shipment: { tracking: '1Z9' } } }),
    status: 200,
    body: ({ sale }, { form }) => ({
      shipment: shipmentBody(form, sale, {
        state: 'shipped',
        tracking: '1Z9',
        shippedAt: someTime(form),
        units: bothUnits(sale, 'shipped', 2),
      }),
    }),
  }),
  ...accepted(`PUT ${path}/event`, {
    title: 'the token fires an event, and what stands beside it is not heard',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.bob).put(`${at(sale)}/event?order_token=${sale.token}`, {
        body: {
          e: 'ready',
          shipment: { tracking: 'X', cost: [], id: {} },
        },
      }),
    status: 200,
    body: shipmentIn({ state: 'ready_to_ship' }),
  }),
  ...refused(`PUT ${path}/event`, {
    title: 'a pending shipment cannot be shipped, and its tracking number is not written either',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(`${at(sale)}/event`, {
        body: new URLSearchParams({ e: 'ship', 'shipment[tracking]': '1Z9' }),
      }),
    status: 422,
    body: (_given, { form }) =>
      refusal(
        form,
        'Valid event name but not allowed for this object, valid names are ready,cancel',
        ['State cannot transition via "ship"'],
        { state: ['cannot transition via "ship"'] },
      ),
  }),
  ...refused(`PUT ${path}/event`, {
    title: 'what is no event is told those that are possible now',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) => as(scene.admin).put(`${at(sale)}/event?e=fly`),
    status: 422,
    body: (_given, { form }) =>
      refusal(
        form,
        'Invalid event name, valid names are ready,cancel',
        ['State cannot transition via an unknown event'],
        { state: ['cannot transition via an unknown event'] },
      ),
  }),
]);

/** Each event, the events that lead to a state that allows it, and the shipment after it. */
const verbs = [
  { verb: 'ready', after: [], state: 'ready_to_ship' },
  { verb: 'ready', after: ['ready'], state: 'ready_to_ship' },
  { verb: 'pend', after: ['ready'], state: 'pending' },
  { verb: 'ship', after: ['ready'], state: 'shipped' },
  { verb: 'cancel', after: [], state: 'canceled' },
  { verb: 'resume', after: ['cancel'], state: 'pending' },
] as const;

/** The units after each event; canceled ones have no stock, and `resume` takes it again. */
const unitsAfter = {
  ready: {},
  pend: {},
  ship: { state: 'shipped', lockVersion: 2 },
  cancel: { state: 'on_hand', lockVersion: 2 },
  resume: { state: 'sold', lockVersion: 3 },
};

const fireVerbs = places.flatMap(({ path, at }) => [
  ...verbs.flatMap(({ verb, after, state }) =>
    accepted(`PUT ${path}/${verb}`, {
      title: `a shipment after ${after.join(', ') || 'nothing'} takes it`,
      given: async (scene) => ({ scene, sale: await scene.sold(after) }),
      request: ({ scene, sale }, { as }) => as(scene.admin).put(`${at(sale)}/${verb}`),
      status: 200,
      body: ({ sale }, { form }) => ({
        shipment: shipmentBody(form, sale, {
          state,
          ...(verb === 'ship' && { shippedAt: someTime(form) }),
          units: sale.unitIds.map((id) => ({ id, ...unitsAfter[verb] })),
          countOnHand: verb === 'cancel' ? 10 : 8,
        }),
      }),
    }),
  ),
  ...['ready', 'pend', 'ship', 'cancel', 'resume'].flatMap((verb) =>
    refused(`PUT ${path}/${verb}`, {
      title: 'a stranger fires nothing',
      given,
      request: ({ scene, sale }, { as }) => as(scene.bob).put(`${at(sale)}/${verb}`),
      status: 401,
      body: () => unauthorized,
    }),
  ),
  ...refused(`PUT ${path}/ready`, {
    title: 'what waits for goods is not ready',
    given: async (scene) => ({ scene, sale: await scene.sold([], { onHand: 1 }) }),
    request: ({ scene, sale }, { as }) => as(scene.admin).put(`${at(sale)}/ready`),
    status: 422,
    body: (_given, { form }) =>
      refusal(
        form,
        'Valid event name but not allowed for this object, valid names are cancel',
        ['State cannot transition via "ready"', 'The shipment has backordered units.'],
        {
          state: ['cannot transition via "ready"'],
          base: ['The shipment has backordered units.'],
        },
      ),
  }),
]);

const shipments = ({ number }: Sale): string => `/api/orders/${number}/shipments`;

/** A shipment created from both units, which deletes the one they were in. */
const madeShipment = (form: FormName, sale: Sale) => ({
  shipment: shipmentBody(form, sale, {
    id: expect.any(Number),
    number: expect.stringMatching(/^H\d{11}$/),
    units: sale.unitIds.map((id) => ({ id, lockVersion: 2 })),
  }),
});

const makeShipment = [
  ...accepted('POST /api/orders/:order/shipments', {
    title: 'an admin makes a shipment of the pieces of another',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).post(shipments(sale), {
        body: { shipment: { inventory_unit_ids: sale.unitIds } },
      }),
    status: 201,
    body: ({ sale }, { form }) => madeShipment(form, sale),
    headers: ({ sale }) => ({
      location: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+/api/orders/${sale.number}/shipments/\\d+$`),
      ),
    }),
  }),
  ...refused('POST /api/orders/:order/shipments', {
    title: 'a variant that does not exist and half a piece are refused',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).post(`${shipments(sale)}?variant_id=999999&quantity=0.5`),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Variant is invalid', 'Quantity must be an integer'], {
        variant_id: ['is invalid'],
        quantity: ['must be an integer'],
      }),
  }),
  ...refused('POST /api/orders/:order/shipments', {
    title: 'attributes that do not fit are told to nobody without the right',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.ann).post(shipments(sale), { body: { shipment: { inventory_units: 5 } } }),
    status: 401,
    body: () => unauthorized,
  }),
  ...refused('POST /api/orders/:order/shipments', {
    title: 'attributes that do not fit make no shipment',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).post(shipments(sale), { body: { shipment: { inventory_units: 5 } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Inventory units is invalid'], { inventory_units: ['is invalid'] }),
  }),
  ...accepted('PUT /api/orders/:order/shipments', {
    title: 'the shipment is named by its number',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(shipments(sale), {
        body: { shipment: { number: sale.shipmentNumber, tracking: '1Z9' } },
      }),
    status: 200,
    body: shipmentIn({ tracking: '1Z9' }),
  }),
  ...accepted('PUT /api/orders/:order/shipments', {
    title: 'without a name the youngest that has not left is meant',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(shipments(sale), { body: { shipment: { tracking: '1Z9' } } }),
    status: 200,
    body: shipmentIn({ tracking: '1Z9' }),
  }),
  ...refused('PUT /api/orders/:order/shipments', {
    title: 'a shipment of another order is missing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.sold() }),
    request: ({ scene, sale, other }, { as }) =>
      as(scene.admin).put(shipments(sale), {
        body: { shipment: { id: other.shipmentId, tracking: '1Z9' } },
      }),
    status: 404,
    body: () => notFound,
  }),
  ...refused('PUT /api/orders/:order/shipments', {
    title: 'a shipment that is missing is told before attributes that do not fit',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(shipments(sale), {
        body: { shipment: { number: 'H0', tracking: {}, lock_version: 'first' } },
      }),
    status: 404,
    body: () => notFound,
  }),
  ...refused('PUT /api/orders/:order/shipments', {
    title: 'attributes that do not fit are refused for a shipment that is there',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(shipments(sale), {
        body: { shipment: { id: sale.shipmentId, tracking: {} } },
      }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Tracking is invalid'], { tracking: ['is invalid'] }),
  }),
];

export const shipmentExamples: readonly Example[] = [
  ...listShipments,
  ...showAndWrite,
  ...fireEvents,
  ...fireVerbs,
  ...makeShipment,
];
