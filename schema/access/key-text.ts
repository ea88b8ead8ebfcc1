import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every generated key, so that scanners of code and logs recognise a leaked one. */
const prefix = 'osk_';
const shownFirst = 8;
const shownLast = 4;
const drawnBytes = 22;
const drawnLength = 30;
const checksumLength = 6;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62, which needs no quoting in URLs, headers or HTTP Basic. */
function spell(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

const checksumOf = (text: string): string => spell(BigInt(crc32(text)), checksumLength);

/**
 * A new key of 40 characters: `osk_`, 176 random bits, and a checksum of both; only letters and digits after
 * the `_`.
 * Throws RangeError unless given 22 random bytes.
 * Decision: A7, P1.
 */
export function newKeyText(bytes: Uint8Array = randomBytes(drawnBytes)): string {
  if (bytes.length !== drawnBytes) throw new RangeError(`Expected ${String(drawnBytes)} bytes.`);
  const drawn = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const text = prefix + spell(drawn, drawnLength);
  return text + checksumOf(text);
}

/**
 * Whether a text looks like a generated key but cannot be one, because a character is wrong or missing. Keys
 * with another format, such as an ADMIN_API_KEY chosen by the operator, are never reported as mistyped.
 */
export function isMistyped(key: string): boolean {
  if (!key.startsWith(prefix)) return false;
  const text = key.slice(0, -checksumLength);
  const isWhole = text.length === prefix.length + drawnLength;
  return !isWhole || checksumOf(text) !== key.slice(-checksumLength);
}

/**
 * The parts of a key that are stored to identify it: the first 8 and the last 4 characters of a generated one,
 * which leave 152 bits unknown. Nothing of other keys, which may be short.
 */
export function hintOf(key: string): { readonly prefix: string; readonly lastFour: string } | null {
  if (!key.startsWith(prefix) || isMistyped(key)) return null;
  return { prefix: key.slice(0, shownFirst), lastFour: key.slice(-shownLast) };
}
