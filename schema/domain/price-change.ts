import { nameWithOptions } from './options-text.ts';
import type { NamedVariant } from './stock-guard.ts';

/** A line whose variant got another price before the order was completed; prices as text with currency. */
export interface PriceChange extends NamedVariant {
  readonly lineId: bigint;
  readonly from: string;
  readonly to: string;
}

/** The message under `price` for a line that has another price than the client saw. */
export function priceChanged({ lineId, name, optionsText, from, to }: PriceChange): string {
  const variant = nameWithOptions(name, optionsText);
  return `has changed from ${from} to ${to} for line item ${String(lineId)}, "${variant}"`;
}
