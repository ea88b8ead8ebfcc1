import { isUtf8 } from 'node:buffer';
import { RequestFailure } from './request-failure.ts';

/** The name and value of a parameter, percent-decoded, in order. */
export type Pair = readonly [name: string, value: string];

const maximumPairs = 1000;
const maximumDepth = 12;
const maximumIndex = 10_000;

/** Names that would reach the prototype of an object; no attribute has them. */
export const prototypeNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);

/** Counted before splitting: a megabyte of parameters or brackets would take a hundred milliseconds. */
function hasMore(most: number, mark: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

const [percent, plus, blank] = Buffer.from('%+ ');
/** The values of hexadecimal digits by their codes; of all others 16. */
const digits = Uint8Array.from({ length: 256 }, (_, code) => {
  const digit = parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? 16 : digit;
});

/**
 * A name or value as it was meant. A broken percent sequence stays as written. Bytes that are not UTF-8 throw
 * RequestFailure. URLSearchParams takes ten times as long for a megabyte.
 */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === plus) byte = blank ?? 0;
    else if (byte === percent) {
      const [high, low] = [digitAt(bytes, at + 1), digitAt(bytes, at + 2)];
      if (high < 16 && low < 16) {
        byte = 16 * high + low;
        at += 2;
      }
    }
    bytes[length] = byte;
    length += 1;
  }
  const decoded = bytes.subarray(0, length);
  if (!isUtf8(decoded)) throw new RequestFailure('malformedRequest');
  return decoded.toString();
}

const digitAt = (bytes: Buffer, at: number): number => digits[bytes[at] ?? 0] ?? 16;

/**
 * The pairs of a query string or form body, in order, with at most 1,000 `&`; a broken percent sequence stays
 * as written. More pairs throw RequestFailure before they are split. So do bytes that are not UTF-8, such as
 * `M%FCller` from a Latin-1 client: a letter would be lost silently.
 */
export function readPairs(text: string): Pair[] {
  if (hasMore(maximumPairs, '&', text)) throw new RequestFailure('malformedRequest');
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = ''] = part.split('=', 1);
      return [decode(name), decode(part.slice(name.length + 1))];
    });
}

/**
 * The keys of a parameter name: `order[line_items][0]` is `order`, `line_items`, `0`; `a[]` is `a` and an empty
 * key. A name with unbalanced brackets is one key.
 */
export function splitName(name: string): string[] {
  const [, root, brackets] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (root === undefined || brackets === undefined) return [name];
  return [root, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
}

/** An object or list while it is built. */
class Branch {
  readonly entries = new Map<string, Branch | string>();
  private isList = true;
  private next = 0;

  /** The key that `[]` means here: a new index, or the last entry while that one lacks `inner`. */
  position(inner: string | undefined): string {
    const last = this.entries.get(String(this.next - 1));
    if (inner && last instanceof Branch && !last.entries.has(inner)) return String(this.next - 1);
    return String(this.next);
  }

  /** Adds a key; an explicit key makes this an object, `[]` keeps it a list. */
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
 * Parameters with brackets as nested values: `variant[sku]=A1` is an object, `a[]=1&a[]=2` a list, `a[0]=1` an
 * object with the index as key, because only its reader knows whether a number is an index or an id. If a name
 * is sent twice, the last value is used; prototype names are dropped. At most 1,000 parameters, 12 brackets in
 * a name, indexes up to 10,000; otherwise throws RequestFailure.
 */
export function readBrackets(pairs: readonly Pair[]): Record<string, unknown> {
  if (pairs.length > maximumPairs) throw new RequestFailure('malformedRequest');
  const root = new Branch();
  for (const [name, value] of pairs) {
    if (hasMore(maximumDepth, '[', name)) throw new RequestFailure('malformedRequest');
    const keys = splitName(name);
    if (keys.slice(1).some((key) => /^\d+$/.test(key) && Number(key) > maximumIndex)) {
      throw new RequestFailure('malformedRequest');
    }
    if (!keys.some((key) => prototypeNames.has(key))) place(root, keys, value);
  }
  return root.entries.size === 0 ? {} : (root.value() as Record<string, unknown>);
}
