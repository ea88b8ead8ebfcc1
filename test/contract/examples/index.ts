import type { Example } from '../example.ts';
import { lineItemExamples } from './line-items.ts';
import { orderExamples } from './orders.ts';
import { productExamples } from './products.ts';
import { variantExamples } from './variants.ts';

/** Every example of the contract. */
export const examples: readonly Example[] = [
  ...orderExamples,
  ...lineItemExamples,
  ...productExamples,
  ...variantExamples,
];
