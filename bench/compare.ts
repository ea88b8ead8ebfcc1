/** How two bodies compare: the same bytes, the same records with keys in another order, or different. */
export type Likeness =
  { readonly kind: 'bytes' | 'records' } | { readonly kind: 'different'; readonly where: string };

/** The paths where two values differ, such as `orders.3.total`, with both values; a limited number. */
function differences(one: unknown, other: unknown, path: string, found: string[]): string[] {
  if (found.length >= 5 || Object.is(one, other)) return found;
  const isBranch = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
    const show = (value: unknown): string =>
      value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
    found.push(`${path || 'the body'}: ${show(one)} and ${show(other)}`);
    return found;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    differences(one[key], other[key], path === '' ? key : `${path}.${key}`, found);
  }
  return found;
}

/**
 * Compares two JSON texts.
 * Throws SyntaxError if one is not JSON.
 */
export function compareBodies(one: string, other: string): Likeness {
  if (one === other) return { kind: 'bytes' };
  const found = differences(JSON.parse(one), JSON.parse(other), '', []);
  return found.length === 0 ? { kind: 'records' } : { kind: 'different', where: found.join('; ') };
}

const drawn = new Set(['number', 'token', 'created_at', 'updated_at']);

/** A new order without what differs between new orders: ids of new records, number, token and times. */
export function maskNewOrder(body: string): string {
  const order = JSON.parse(body) as { line_items: { id: unknown }[] };
  const masked = {
    ...order,
    id: 0,
    line_items: order.line_items.map((line) => ({ ...line, id: 0 })),
  };
  return JSON.stringify(masked, (key, value: unknown) =>
    // a line item's variant has no such keys, so the names are always the order's own
    drawn.has(key) ? '' : value,
  );
}
