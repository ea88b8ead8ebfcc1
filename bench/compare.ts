import type { JobName } from './jobs.ts';

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

/** What differs between two responses of a job that writes, besides the ids of new records. */
const drawn: Readonly<Partial<Record<JobName, readonly string[]>>> = {
  create: ['number', 'token', 'created_at', 'updated_at'],
  addLine: ['updated_at'],
  complete: ['completed_at', 'updated_at'],
};

interface Written {
  readonly id: unknown;
  readonly line_items?: readonly object[];
}

/** A response in the newer format without what the servers draw or read from the clock. */
export function maskDrawn(job: JobName, body: string): string {
  const names = drawn[job];
  if (names === undefined) return body;
  const written = JSON.parse(body) as Written;
  const masked = {
    ...written,
    id: 0,
    ...(written.line_items && {
      line_items: written.line_items.map((line) => ({ ...line, id: 0 })),
    }),
  };
  return JSON.stringify(job === 'complete' ? written : masked, (key, value: unknown) =>
    names.includes(key) ? '' : value,
  );
}
