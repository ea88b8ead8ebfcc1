import { mostInOneWrite } from '../../schema/domain/list-bounds.ts';
import { atOnce } from '../counter.ts';
import type { Ask } from './ask.ts';
import type { SeenOrder, Shop } from './shop.ts';
import { many, operate } from './shop.ts';

const document = (mutation: string, row: string, record: string): string =>
  `mutation ($rows: [${row}!]!) { ${mutation}(rows: $rows) {
    results { index ${record} userErrors { code message } } userErrors { code message } } }`;

/** The mutations of many rows, with what they tell. */
const documents = {
  prices: document('setPrices', 'SetPriceInput', 'variant { sku price lockVersion }'),
  variants: document('updateVariants', 'UpdateVariantsInput', 'variant { sku weight lockVersion }'),
  levels: document('setStockLevels', 'SetStockLevelInput', 'stockItem { countOnHand }'),
  shipments: document('shipShipments', 'ShipShipmentInput', 'shipment { number state tracking }'),
  refs: document('setExternalRefs', 'SetExternalRefInput', 'variant { sku }'),
} as const;

/** Shipments that are ready, each of an order of its own. */
async function readyShipments({ admin, prepare, variantIds }: Shop): Promise<string[]> {
  const [first = 0, second = 0] = variantIds;
  const ready: string[] = [];
  const packOne = async (): Promise<void> => {
    const lines = [first, second].map((id) => ({ variant_id: id, quantity: 2 }));
    const { number } = await prepare<SeenOrder>(() =>
      admin().post('/api/orders', { body: { order: { line_items: lines } } }),
    );
    const { shipments } = await prepare<SeenOrder>(() =>
      admin().put(`/api/orders/${number}/event?e=complete`),
    );
    const shipment = shipments[0]?.number ?? '';
    await prepare(() => admin().put(`/api/shipments/${shipment}/event?e=ready`));
    ready.push(shipment);
  };
  await atOnce(8, async () => {
    while (ready.length < mostInOneWrite) await packOne();
  });
  return ready.slice(0, mostInOneWrite);
}

let round = 0;

/** The mutations of many rows, each with as many as it takes. Decision: A39, V20. */
export async function writeRows(shop: Shop, ask: Ask): Promise<void> {
  round += 1;
  const send = (what: string, query: string, rows: readonly object[]) =>
    ask(`500 rows of ${what}`, () => operate(shop, query, { rows }));
  const ofVariants = (rest: object) =>
    shop.variantIds.map((id) => ({ variant: { id: String(id) }, ...rest }));
  await send('setPrices', documents.prices, ofVariants({ price: `${String(10 + round)}.50` }));
  await send('updateVariants', documents.variants, ofVariants({ weight: round, costPrice: '4' }));
  await send('setStockLevels', documents.levels, ofVariants({ onHand: 9_000_000 + round }));
  const names = shop.variantIds.map((id) => ({
    record: { variant: { id: String(id) } },
    source: 'warehouse',
    value: `${String(round)}-${String(id)}`,
  }));
  await send('setExternalRefs', documents.refs, names);
  const ready = await readyShipments(shop);
  const shipped = ready.map((number) => ({ shipment: { number }, tracking: `1Z${number}` }));
  await send('shipShipments, each of another order', documents.shipments, shipped);
}

/** Payments of one order, as many as a write may record and an order may have. Decision: N60, P75. */
export async function writePayments({ admin, prepare, variantIds }: Shop, ask: Ask): Promise<void> {
  const lines = [{ variant_id: variantIds[0], quantity: 1 }];
  const { number } = await prepare<SeenOrder>(() =>
    admin().post('/api/orders', { body: { order: { line_items: lines } } }),
  );
  const payments = many(50, () => ({ payment_method_id: 1 }));
  for (let left = 10; left > 0; left -= 1) {
    await ask('50 payments in one write, until the order has 500', () =>
      admin().put(`/api/orders/${number}`, { body: { order: { payments } } }),
    );
  }
}
