import type { FormName } from '../../../rest/request/form-name.ts';
import { invalid, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import { unitBody } from '../sale-bodies.ts';
import type { Sale, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly sale: Sale;
}

const givenAfter =
  (...events: readonly string[]) =>
  async (scene: Scene): Promise<Given> => ({ scene, sale: await scene.sold(events) });

const given = givenAfter();

const givenShort = async (scene: Scene): Promise<Given> => ({
  scene,
  sale: await scene.sold([], { onHand: 0 }),
});

const unitIn =
  (facts: Parameters<typeof unitBody>[2] = {}) =>
  ({ sale }: Given, { form }: { readonly form: FormName }): unknown => ({
    inventory_unit: unitBody(form, sale, facts),
  });

const bothUnits = ({ sale }: Given, { form }: { readonly form: FormName }): unknown =>
  sale.unitIds.map((id) => ({ inventory_unit: unitBody(form, sale, { id }) }));

/** An event that is refused now; `valid` are those that would succeed. */
const refusedNow =
  (event: string, valid: string, state = `cannot transition via "${event}"`) =>
  (_given: unknown, { form }: { readonly form: FormName }): unknown => ({
    error: `Valid event name but not allowed for this object, valid names are ${valid}`,
    errors: form === 'older' ? [`State ${state}`] : { state: [state] },
  });

const prefixes = ['', '/api'];

const listUnits = prefixes.flatMap((prefix) => [
  ...accepted(`GET ${prefix}/inventory_units`, {
    title: 'an admin finds the units of an order by its number',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).get(
        `${prefix}/inventory_units.json?search[order_id]=${sale.number}&search[order]=ascend_by_id`,
      ),
    status: 200,
    body: bothUnits,
    headers: () => ({ 'x-total-count': '2' }),
  }),
  ...refused(`GET ${prefix}/inventory_units`, {
    title: 'a customer may not list all units',
    given,
    request: ({ scene }, { as }) => as(scene.ann).get(`${prefix}/inventory_units`),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted(`GET ${prefix}/orders/:order/inventory_units`, {
    title: 'the owner lists the units of his order',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.ann).get(`${prefix}/orders/${sale.number}/inventory_units?q[s]=id`),
    status: 200,
    body: bothUnits,
    headers: () => ({ 'x-total-count': '2' }),
  }),
  ...refused(`GET ${prefix}/orders/:order/inventory_units`, {
    title: 'a stranger lists nothing',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.bob).get(`${prefix}/orders/${sale.number}/inventory_units`),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted(`GET ${prefix}/shipments/:shipment/inventory_units`, {
    title: 'an admin finds the sold units of a shipment',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).get(
        `${prefix}/shipments/${String(sale.shipmentId)}/inventory_units?q[s]=id&q[state_eq]=sold`,
      ),
    status: 200,
    body: bothUnits,
    headers: () => ({ 'x-total-count': '2' }),
  }),
  ...refused(`GET ${prefix}/shipments/:shipment/inventory_units`, {
    title: 'without the token the owner does not reach them past his order',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.ann).get(`${prefix}/shipments/${String(sale.shipmentId)}/inventory_units`),
    status: 401,
    body: () => unauthorized,
  }),
]);

const unit = (prefix: string, { unitIds }: Sale): string =>
  `${prefix}/inventory_units/${String(unitIds[0])}`;

const showAndWrite = prefixes.flatMap((prefix) => [
  ...accepted(`GET ${prefix}/inventory_units/:inventory_unit`, {
    title: 'a holder of the token sees a unit of his order',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.bob).get(`${unit(prefix, sale)}?order_token=${sale.token}`),
    status: 200,
    body: unitIn(),
  }),
  ...refused(`GET ${prefix}/inventory_units/:inventory_unit`, {
    title: 'what is no unit is nobody’s to see without the right',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get(`${prefix}/inventory_units/999999`),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted(`PUT ${prefix}/inventory_units/:inventory_unit`, {
    title: 'an admin takes a unit out of its shipment and notes a return',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(unit(prefix, sale), {
        body: { inventory_unit: { shipment_id: null, return_authorization_id: 7, state: 'sold' } },
      }),
    status: 200,
    body: ({ sale }, { form }) => ({
      inventory_unit: {
        ...unitBody(form, sale, { returnAuthorizationId: 7 }),
        shipment_id: null,
        lock_version: 2,
      },
    }),
  }),
  ...refused(`PUT ${prefix}/inventory_units/:inventory_unit`, {
    title: 'a unit cannot become one of another order or go into its shipment',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.sold() }),
    request: ({ scene, sale, other }, { as }) =>
      as(scene.admin).put(unit(prefix, sale), {
        body: { inventory_unit: { order_id: other.id, shipment_id: other.shipmentId } },
      }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Order is invalid', 'Shipment is invalid'], {
        order_id: ['is invalid'],
        shipment_id: ['is invalid'],
      }),
  }),
  ...refused(`PUT ${prefix}/inventory_units/:inventory_unit`, {
    title: 'an event that is refused undoes what stood beside it',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(unit(prefix, sale), {
        body: { inventory_unit: { return_authorization_id: 7 }, fire: 'return' },
      }),
    status: 422,
    body: refusedNow('return', 'ship'),
  }),
  ...refused(`PUT ${prefix}/inventory_units/:inventory_unit`, {
    title: 'a version that is no longer the stored one is refused',
    given,
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(unit(prefix, sale), {
        body: { inventory_unit: { return_authorization_id: 7, lock_version: 0 } },
      }),
    status: 409,
    body: () => ({ error: 'The record was changed by someone else. Fetch it again and retry.' }),
  }),
]);

const fireEvents = prefixes.flatMap((prefix) => [
  ...accepted(`PUT ${prefix}/inventory_units/:inventory_unit/event`, {
    title: 'a shipped unit comes back',
    given: givenAfter('ready', 'ship'),
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(`${unit(prefix, sale)}/event?e=return`),
    status: 200,
    body: unitIn({ state: 'returned', lockVersion: 3 }),
  }),
  ...refused(`PUT ${prefix}/inventory_units/:inventory_unit/event`, {
    title: 'what has left cannot leave again',
    given: givenAfter('ready', 'ship'),
    request: ({ scene, sale }, { as }) =>
      as(scene.admin).put(`${unit(prefix, sale)}/event`, {
        body: new URLSearchParams({ e: 'ship' }),
      }),
    status: 422,
    body: refusedNow('ship', 'return'),
  }),
  ...refused(`PUT ${prefix}/inventory_units/:inventory_unit/event`, {
    title: 'what is no event is told those that are possible now',
    misfits: true,
    given,
    request: ({ scene, sale }, { as }) => as(scene.admin).put(`${unit(prefix, sale)}/event?e=pack`),
    status: 422,
    body: (_given, { form }) => ({
      error: 'Invalid event name, valid names are ship',
      errors:
        form === 'older'
          ? ['State cannot transition via an unknown event']
          : { state: ['cannot transition via an unknown event'] },
    }),
  }),
]);

/** Each event in a state that allows it, and the unit after it. */
const verbs = [
  { verb: 'fill_backorder', before: givenShort, state: 'sold', lockVersion: 2 },
  { verb: 'ship', before: given, state: 'shipped', lockVersion: 2 },
  { verb: 'return', before: givenAfter('ready', 'ship'), state: 'returned', lockVersion: 3 },
] as const;

const fireVerbs = prefixes.flatMap((prefix) =>
  verbs.flatMap(({ verb, before, state, lockVersion }) => [
    ...accepted(`PUT ${prefix}/inventory_units/:inventory_unit/${verb}`, {
      title: 'an admin fires it',
      given: before,
      request: ({ scene, sale }, { as }) => as(scene.admin).put(`${unit(prefix, sale)}/${verb}`),
      status: 200,
      body: unitIn({ state, lockVersion }),
    }),
    ...refused(`PUT ${prefix}/inventory_units/:inventory_unit/${verb}`, {
      title: 'the owner fires nothing without the token',
      given: before,
      request: ({ scene, sale }, { as }) => as(scene.ann).put(`${unit(prefix, sale)}/${verb}`),
      status: 401,
      body: () => unauthorized,
    }),
  ]),
);

export const inventoryUnitExamples: readonly Example[] = [
  ...listUnits,
  ...showAndWrite,
  ...fireEvents,
  ...fireVerbs,
];
