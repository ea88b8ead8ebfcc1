import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSampleStore } from '../reference/sample-store.ts';
import type { SampleStore } from '../reference/sample-store.ts';

let sample: SampleStore;

beforeAll(async () => {
  sample = await openSampleStore();
});
afterAll(() => sample.close());

test.each([
  ['older', 'number'],
  ['newer', 'string'],
] as const)(
  'R6: every variant of the sample store has a cost, master or not, in the %s format',
  async (form, type) => {
    const { store, admin } = sample;
    const path = '/api/variants?per_page=100&show_deleted=true';
    const { body } = await store[form](admin).get(path);
    const variants =
      form === 'older'
        ? (body as { variant: { cost_price: unknown } }[]).map(({ variant }) => variant)
        : (body as { variants: { cost_price: unknown }[] }).variants;
    expect(variants.length).toBe(await store.db.variant.count());
    expect(new Set(variants.map(({ cost_price: cost }) => typeof cost))).toEqual(new Set([type]));
  },
);
