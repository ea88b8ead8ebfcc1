import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every key made here begins with, so that scanners of code and logs know a leaked one. */
const prefix = 'osk_';
const shownFirst = 8;
const shownLast = 4;
const drawnBytes = 22;
const drawnLength = 30;
const checksumLength = 6;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in digits and letters, which neither addresses nor headers nor Basic must quote. */
function spell(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

const checksumOf = (text: string): string => spell(BigInt(crc32(text)), checksumLength);

/**
 * A new key of 40 characters: `osk_`, 176 random bits, and a checksum of both; digits and letters
 * but for the one `_`. Throws RangeError for other than 22 random bytes.
 * Decision: A7, P1.
 */
export function newKeyText(bytes: Uint8Array = randomBytes(drawnBytes)): string {
  if (bytes.length !== drawnBytes) throw new RangeError(`Expected ${String(drawnBytes)} bytes.`);
  const drawn = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const text = prefix + spell(drawn, drawnLength);
  return text + checksumOf(text);
}

/**
 * Whether a text looks like a key made here and cannot be one: a letter is wrong or missing. Keys of
 * other looks, such as an ADMIN_API_KEY of one's own, are never mistyped.
 * Decision: P1.
 */
export function isMistyped(key: string): boolean {
  if (!key.startsWith(prefix)) return false;
  const text = key.slice(0, -checksumLength);
  const isWhole = text.length === prefix.length + drawnLength;
  return !isWhole || checksumOf(text) !== key.slice(-checksumLength);
}

/**
 * What is kept of a key to tell it from others: the first 8 and the last 4 characters of one generated here, which
 * leave 152 bits unknown. Nothing of a key of another look, which may be short.
 * Decision: O33.
 */
export function hintOf(key: string): { readonly prefix: string; readonly lastFour: string } | null {
  if (!key.startsWith(prefix) || isMistyped(key)) return null;
  return { prefix: key.slice(0, shownFirst), lastFour: key.slice(-shownLast) };
}
