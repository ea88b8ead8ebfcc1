import { compareNumber } from 'lossless-json';
import { prototypeNames } from './brackets.ts';
import { maximumDigits } from '../words/numbers.ts';
import { RequestFailure } from './request-failure.ts';
import { isObject } from '../words/texts.ts';

/** Maximum nesting of arrays and objects. Decision: A38. */
const maximumDepth = 32;
/** Maximum number of entries in all arrays and objects together. */
const maximumValues = 20_000;
/** Maximum number of names in an object, that of the parameters of a form. */
const maximumNames = 1000;
/** What so many values can be written with; more is no JSON. */
const maximumTokens = 5 * maximumValues;
/** A number that is never rounded: of at most 15 digits, and near enough to 0. */
const plainNumber = /^-?\d[\d.]{0,14}(?:e[+-]?\d\d?)?$/i;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const colon = /\s*:/y;

/** What a number goes on with. */
const restOfNumber = /[\d.e+-]*/iy;
/** A text to its last quote; one without an end is one to the end. */
const text = /"[^"\\]*(?:\\.[^"\\]*)*"?/sy;
/** What is between values and the signs around them. */
const between = /[^"[\]{},\d-]*/y;

/** Whether a JavaScript number would round a number of JSON. Throws RequestFailure for one that is too long. */
function isRounded(text: string): boolean {
  if (plainNumber.test(text)) return false;
  if (text.length > maximumDigits && text.replace(/\D+/g, '').length > maximumDigits) {
    throw new RequestFailure('numberTooLong');
  }
  if (!number.test(text)) return false;
  const value = Number(text);
  return !Number.isFinite(value) || compareNumber(text, String(value)) !== 0;
}

function isName(json: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(json);
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const [zero, nine] = [0x30, 0x39];
const [listBegins, listEnds] = [0x5b, 0x5d];
const [recordBegins, recordEnds] = [0x7b, 0x7d];

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Where what matches at a position ends. */
function endOf(pattern: RegExp, json: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(json) ? pattern.lastIndex : start;
}

/**
 * Checks the limits of a JSON text in one pass, before anything is built from it. Returns it with the numbers that a
 * JavaScript number would round as texts, so that validation sees what was sent. Other syntax errors than too many
 * ends or numbers are left to the parser.
 */
function bounded(json: string, hearValues: (count: number) => void): string {
  let [depth, values, numbers, seen, kept] = [0, 0, 0, 0, 0];
  /** How many names each open record has; of lists none. */
  const names: number[] = [];
  const pieces: string[] = [];
  const open = (firstName: number): void => {
    depth += 1;
    // each list or record counts for its first entry
    values += 1;
    names[depth] = firstName;
  };
  try {
    for (let at = 0; at < json.length;) {
      const start = at;
      const code = json.charCodeAt(at++);
      if (code === quote) at = endOf(text, json, start);
      else if (code === comma) {
        values += 1;
        const count = (names[depth] ?? NaN) + 1;
        names[depth] = count;
        if (count > maximumNames) throw new RequestFailure('tooManyNames');
      } else if (code === recordBegins) open(1);
      else if (code === listBegins) open(NaN);
      else if (code === recordEnds || code === listEnds) depth -= 1;
      else if (isDigit(code) || (code === minus && isDigit(json.charCodeAt(at)))) {
        at = endOf(restOfNumber, json, at);
        numbers += 1;
        // each is an entry, or the whole text: where there are more it is no JSON, and looking at each takes time
        if (numbers > Math.max(values, 1)) throw new RequestFailure('malformedBody');
        const token = json.slice(start, at);
        if (isRounded(token) && !isName(json, at)) {
          pieces.push(json.slice(kept, start), `"${token}"`);
          kept = at;
        }
      } else if (code === minus) throw new RequestFailure('malformedBody');
      else {
        at = endOf(between, json, at);
        continue;
      }
      seen += 1;
      if (depth > maximumDepth) throw new RequestFailure('tooDeep');
      if (values > maximumValues) throw new RequestFailure('tooManyValues');
      if (depth < 0 || seen > maximumTokens) throw new RequestFailure('malformedBody');
    }
  } finally {
    hearValues(values);
  }
  return kept === 0 ? json : pieces.join('') + json.slice(kept);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RequestFailure('malformedBody');
    throw error;
  }
}

/** What a text has that names a prototype, or writes letters by their codes. */
const mayNamePrototypes = new RegExp(['\\\\u', ...prototypeNames].join('|'));

/** Drops prototype names at any depth. */
function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of prototypeNames) {
    if (Object.hasOwn(value, name)) Reflect.deleteProperty(value, name);
  }
  for (const entry of Object.values(value)) dropPrototypes(entry);
}

/**
 * The object in a JSON text, without prototype names at any depth. At most 32 levels, 20,000 values, 1,000 names in an
 * object and 64 digits in a number. A number that a JavaScript number would round is returned as its text.
 * `hearValues` is told how many values were counted, also where they are too many.
 * Throws RequestFailure for anything else. Takes time linear in the length of the text.
 */
export function readJsonObject(
  json: string,
  hearValues: (count: number) => void = () => undefined,
): Record<string, unknown> {
  const value = parse(bounded(json, hearValues));
  if (!isObject(value)) throw new RequestFailure(Array.isArray(value) ? 'listBody' : 'notAnObject');
  if (mayNamePrototypes.test(json)) dropPrototypes(value);
  return value;
}
