import { RequestFailure } from './request-failure.ts';

/** The name and value of a parameter, percent-decoded, as sent. */
export type Pair = readonly [name: string, value: string];

const maximumPairs = 1000;
const maximumDepth = 12;
const maximumIndex = 10_000;

/** Names that would reach the prototype of an object; nobody's attribute is called so. */
export const prototypeNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);

/** Counted before they are taken apart: a megabyte of them would cost a hundred milliseconds. */
function hasTooManyPairs(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > maximumPairs) return true;
  }
  return false;
}

/** Whether every run of percent sequences spells UTF-8. A broken sequence belongs to no run. */
function spellsUtf8(text: string): boolean {
  try {
    for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(run);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * The pairs of a query string or form body, in order, of at most 1,000 `&`; a broken percent sequence
 * stays as written. More pairs are a RequestFailure before they are built. Bytes that are not UTF-8,
 * such as `M%FCller` of a Latin-1 client, are a RequestFailure: a letter would be lost silently.
 * Decision: S3, A28, N91.
 */
export function readPairs(text: string): Pair[] {
  if (hasTooManyPairs(text) || !spellsUtf8(text)) throw new RequestFailure('malformedRequest');
  return [...new URLSearchParams(text)];
}

/**
 * The keys of a parameter name: `order[line_items][0]` is `order`, `line_items`, `0`; `a[]` is `a`
 * and an empty key. A name whose brackets do not pair is one key.
 */
export function splitName(name: string): string[] {
  const [, root, brackets] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (root === undefined || brackets === undefined) return [name];
  return [root, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
}

/** An object or list while it is read. */
class Branch {
  readonly entries = new Map<string, Branch | string>();
  private isList = true;
  private next = 0;

  /** The key that `[]` means here: a new position, or the last entry while that one lacks `inner`. */
  position(inner: string | undefined): string {
    const last = this.entries.get(String(this.next - 1));
    if (inner && last instanceof Branch && !last.entries.has(inner)) return String(this.next - 1);
    return String(this.next);
  }

  /** Makes room for a key; a key written out makes this an object, `[]` keeps it a list. */
  open(key: string, isWrittenOut: boolean): void {
    if (isWrittenOut) this.isList = false;
    if (/^\d+$/.test(key)) this.next = Math.max(this.next, Number(key) + 1);
  }

  value(): unknown {
    const values = [...this.entries].map(
      ([key, entry]) => [key, typeof entry === 'string' ? entry : entry.value()] as const,
    );
    return this.isList ? values.map(([, value]) => value) : Object.fromEntries(values);
  }
}

function place(root: Branch, keys: readonly string[], value: string): void {
  let branch = root;
  keys.forEach((written, depth) => {
    const key = written === '' && depth > 0 ? branch.position(keys[depth + 1]) : written;
    branch.open(key, key === written);
    if (depth === keys.length - 1) {
      branch.entries.set(key, value);
      return;
    }
    const entry = branch.entries.get(key);
    const inner = entry instanceof Branch ? entry : new Branch();
    branch.entries.set(key, inner);
    branch = inner;
  });
}

/**
 * Parameters with brackets as nested values: `variant[sku]=A1` is an object, `a[]=1&a[]=2` a list,
 * `a[0]=1` an object whose key is the position, because only who reads it knows whether a number
 * is a position or an id. Of a name sent twice the last counts; prototype names are dropped.
 * At most 1,000 parameters, 12 brackets in a name, positions up to 10,000; else RequestFailure.
 * Decision: F8, A38.
 */
export function readBrackets(pairs: readonly Pair[]): Record<string, unknown> {
  if (pairs.length > maximumPairs) throw new RequestFailure('malformedRequest');
  const root = new Branch();
  for (const [name, value] of pairs) {
    const keys = splitName(name);
    const [, ...inner] = keys;
    if (
      inner.length > maximumDepth ||
      inner.some((key) => /^\d+$/.test(key) && Number(key) > maximumIndex)
    ) {
      throw new RequestFailure('malformedRequest');
    }
    if (!keys.some((key) => prototypeNames.has(key))) place(root, keys, value);
  }
  return Object.fromEntries(
    [...root.entries].map(([key, entry]) => [
      key,
      typeof entry === 'string' ? entry : entry.value(),
    ]),
  );
}
