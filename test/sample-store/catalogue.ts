import type { Db } from '../../schema/context.ts';
import {
  AdjustStock,
  CreateImage,
  CreateProduct,
  DeleteProduct,
  DeleteVariant,
} from './operations.ts';
import { products, type SampleProduct } from './products.ts';
import type { Run } from './run.ts';
import { timeAt } from './times.ts';

/** Images by the SKU of their variant; the files are part of the web site. Decision: C16, C40. */
const images = [
  { sku: 'APR-M-NAT', file: 'apron-m.png', alt: 'The natural apron from the front' },
  { sku: 'APR-M-NAT', file: 'apron-m-pocket.png', alt: null },
  { sku: 'MUG', file: 'mug.jpg', alt: null },
  { sku: 'STO-OIL', file: 'stool.jpg', alt: 'The oiled stool beside a table' },
] as const;

/** The image that an import brought without its time. */
export const undatedImage = 'stool.jpg';

/** Stock in the East Warehouse. */
const eastern = [
  { sku: 'MUG', quantity: 24 },
  { sku: 'KET', quantity: 8 },
  { sku: 'APR-L-CHA', quantity: 12 },
] as const;

/** Creates products with their variants and stock, images, and the stock of the second location. */
export async function loadCatalogue(run: Run, db: Db): Promise<void> {
  for (const product of products) {
    const input = inputOf(product);
    await run(CreateProduct, { input }, { now: timeAt(product.made) });
  }
  const rows = await db.variant.findMany({ select: { id: true, sku: true } });
  const ids = new Map(rows.map(({ id, sku }) => [sku, String(id)]));
  const idOf = (sku: string): string => {
    const id = ids.get(sku);
    if (id === undefined) throw new Error(`The sample store has no variant ${sku}.`);
    return id;
  };
  for (const { sku, file, alt } of images) {
    const input = {
      variantId: idOf(sku),
      attachmentFileName: file,
      attachmentContentType: file.endsWith('.png') ? 'image/png' : 'image/jpeg',
      attachmentWidth: 1200,
      attachmentHeight: 1200,
      alt,
    };
    await run(CreateImage, { input }, { now: timeAt('2025-01-16 10:00') });
  }
  const { id: stockLocationId } = await db.stockLocation.findUniqueOrThrow({
    where: { name: 'East Warehouse' },
    select: { id: true },
  });
  for (const { sku, quantity } of eastern) {
    const input = {
      variantId: idOf(sku),
      stockLocationId: String(stockLocationId),
      quantity,
      reason: 'First delivery',
    };
    await run(AdjustStock, { input }, { now: timeAt('2025-01-17 09:00') });
  }
}

function inputOf({ made: _made, variants = [], ...product }: SampleProduct) {
  return {
    ...product,
    variants: variants.map(({ options, ...variant }) => ({
      costPrice: product.costPrice,
      ...variant,
      options: Object.entries(options).map(([name, value]) => ({ name, value })),
    })),
  };
}

/** Deletes products that are no longer sold; earlier orders keep showing them. Decision: C5. */
export async function discontinue(run: Run): Promise<void> {
  const now = timeAt('2026-02-20 16:00');
  await run(DeleteVariant, { by: { sku: 'NOT-SQU' } }, { now });
  await run(DeleteProduct, { by: { permalink: 'clay-teapot' } }, { now });
}
