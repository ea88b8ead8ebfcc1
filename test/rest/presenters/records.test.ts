import { describe, expect, test } from '@jest/globals';
import { newer } from '../../../rest/forms/newer.ts';
import { createOlder } from '../../../rest/forms/older.ts';
import { presentInventoryUnit } from '../../../rest/presenters/inventory-unit.ts';
import { presentOrder } from '../../../rest/presenters/order.ts';
import { presentShipmentRecord } from '../../../rest/presenters/shipment.ts';
import { presentVariant } from '../../../rest/presenters/variant.ts';
import { one, wrapped } from '../../../rest/answer/signs.ts';
import { apron, orderInDelivery, readyShipment, soldUnit } from '../apron-order.ts';
import { readExamples } from '../examples.ts';

const older = createOlder('America/New_York');
const unit = wrapped('inventory_unit', presentInventoryUnit);
const [newerUnit, olderUnit] = readExamples('R46');

const rows = [
  ['R40', 'a variant in the newer form', one('variant', presentVariant).show(apron, newer)],
  ['R41', 'a variant in the older form', one('variant', presentVariant).show(apron, older)],
  ['R42', 'an order in the newer form', one('order', presentOrder).show(orderInDelivery, newer)],
  ['R43', 'an order in the older form', one('order', presentOrder).show(orderInDelivery, older)],
  [
    'R44',
    'a shipment in the newer form',
    wrapped('shipment', presentShipmentRecord).show(readyShipment, newer),
  ],
  [
    'R45',
    'a shipment in the older form',
    wrapped('shipment', presentShipmentRecord).show(readyShipment, older),
  ],
] as const;

describe('a record is written key by key as records.md shows it', () => {
  test.each(rows)('%s: %s', (number, _title, shown) => {
    expect(JSON.stringify(shown)).toBe(JSON.stringify(readExamples(number)[0]));
  });

  test('R46: an inventory unit in the newer format', () => {
    expect(JSON.stringify(unit.show(soldUnit('90'), newer))).toBe(JSON.stringify(newerUnit));
  });

  test('R46: an inventory unit in the older format', () => {
    expect(JSON.stringify(unit.show(soldUnit('90'), older))).toBe(JSON.stringify(olderUnit));
  });
});

test('an older order writes complete as new', () => {
  expect(presentOrder({ ...orderInDelivery, state: 'COMPLETE' }, older).state).toBe('new');
});

test('a newer order writes complete as complete', () => {
  expect(presentOrder({ ...orderInDelivery, state: 'COMPLETE' }, newer).state).toBe('complete');
});
