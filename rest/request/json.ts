import { compareNumber, parse as parseLossless } from 'lossless-json';
import { prototypeNames } from './brackets.ts';
import { maximumDigits } from '../words/numbers.ts';
import { RequestFailure } from './request-failure.ts';
import { isObject } from '../words/texts.ts';

/** Maximum nesting of arrays and objects. Decision: A38. */
const maximumDepth = 32;
/** Maximum number of entries in all arrays and objects together. Decision: A38. */
const maximumValues = 20_000;
/** Number of digits that a JavaScript number always holds. */
const safeDigits = 15;

/** Texts, numbers, and the signs around values; a text without an end is one to the end. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|\d[\d.e+-]*|[[\]{},]/gis;

/** Whether a JavaScript number may round a number of JSON. Throws RequestFailure for one that is too long. */
function mayRoundNumber(number: string): boolean {
  if (number.length <= safeDigits) return /e/i.test(number);
  const digits = number.replace(/\D+/g, '').length;
  if (digits > maximumDigits) throw new RequestFailure('numberTooLong');
  return digits > safeDigits || /e/i.test(number);
}

/**
 * Checks the limits of a JSON text in one pass, before anything is built from it; returns whether a JavaScript
 * number may round a number in it. Syntax errors are left to the parser.
 */
function requireBounds(json: string, hearValues: (count: number) => void): boolean {
  let depth = 0;
  let values = 0;
  let mayRound = false;
  try {
    for (const [token] of json.matchAll(tokens)) {
      const opens = token === '{' || token === '[';
      if (opens) depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
      else if (token >= '0' && token < ':') mayRound = mayRoundNumber(token) || mayRound;
      // each list or record counts for its first entry
      if (opens || token === ',') values += 1;
      if (depth > maximumDepth) throw new RequestFailure('tooDeep');
      if (values > maximumValues) throw new RequestFailure('tooManyValues');
    }
  } finally {
    hearValues(values);
  }
  return mayRound;
}

/** A number, or its text if a JavaScript number would round it, so that validation sees what was sent. */
function readExactly(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) && compareNumber(text, String(number)) === 0 ? number : text;
}

function parse(json: string, mayRound: boolean): unknown {
  try {
    if (!mayRound) return JSON.parse(json);
    return parseLossless(json, undefined, {
      parseNumber: readExactly,
      // the last one is used, as in JSON.parse
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch (error) {
    if (error instanceof SyntaxError) throw new RequestFailure('malformedBody');
    throw error;
  }
}

function dropPrototypeNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of prototypeNames) {
    if (Object.hasOwn(value, name)) Reflect.deleteProperty(value, name);
  }
  for (const inner of Object.values(value)) dropPrototypeNames(inner);
}

/**
 * The object in a JSON text, without prototype names at any depth. At most 32 levels, 20,000 values and 64
 * digits per number. A number that a JavaScript number would round is returned as its text. `hearValues` is told
 * how many values were counted, also where they are too many.
 * Throws RequestFailure for anything else. Takes time linear in the length of the text.
 * Decision: F8, A28, A38.
 */
export function readJsonObject(
  json: string,
  hearValues: (count: number) => void = () => undefined,
): Record<string, unknown> {
  const mayRound = requireBounds(json, hearValues);
  const value = parse(json, mayRound);
  if (!isObject(value)) throw new RequestFailure(Array.isArray(value) ? 'listBody' : 'notAnObject');
  dropPrototypeNames(value);
  return value;
}
