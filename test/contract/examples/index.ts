import type { Example } from '../example.ts';
import { addressExamples } from './addresses.ts';
import { checkoutExamples } from './checkouts.ts';
import { choiceExamples } from './choices.ts';
import { inventoryUnitExamples } from './inventory-units.ts';
import { lineItemExamples } from './line-items.ts';
import { orderExamples } from './orders.ts';
import { paymentExamples } from './payments.ts';
import { placeExamples } from './places.ts';
import { productExamples } from './products.ts';
import { shipmentExamples } from './shipments.ts';
import { variantExamples } from './variants.ts';

/** Every example of the contract. */
export const examples: readonly Example[] = [
  ...orderExamples,
  ...lineItemExamples,
  ...shipmentExamples,
  ...inventoryUnitExamples,
  ...productExamples,
  ...variantExamples,
  ...addressExamples,
  ...checkoutExamples,
  ...paymentExamples,
  ...choiceExamples,
  ...placeExamples,
];
