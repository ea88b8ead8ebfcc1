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

const codeOf = (sign: string): number => sign.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');
const comma = codeOf(',');
const [zero, nine] = [codeOf('0'), codeOf('9')];
const [openingBrace, closingBrace] = [codeOf('{'), codeOf('}')];
const [openingBracket, closingBracket] = [codeOf('['), codeOf(']')];
const exponents = [codeOf('e'), codeOf('E')];
/** Characters of a number beside digits and an exponent. */
const numberSigns = ['+', '-', '.'].map(codeOf);

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** The index after a text whose opening quote is at `start`. */
function skipText(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) at += 1;
  }
  return at + 1;
}

/** The end of the number whose first digit is at `start`, and whether it may be inexact. */
function measureNumber(json: string, start: number) {
  let digits = 0;
  let hasExponent = false;
  let end = start;
  for (; end < json.length; end += 1) {
    const code = json.charCodeAt(end);
    if (isDigit(code)) digits += 1;
    else if (exponents.includes(code)) hasExponent = true;
    else if (!numberSigns.includes(code)) break;
  }
  if (digits > maximumDigits) throw new RequestFailure('numberTooLong');
  return { end, mayRound: hasExponent || digits > safeDigits };
}

/**
 * Checks the limits of a JSON text in one pass, before anything is built from it; returns whether a JavaScript
 * number may round a number in it. Syntax errors are left to the parser.
 */
function requireBounds(json: string): { readonly mayRound: boolean } {
  let depth = 0;
  let values = 0;
  let mayRound = false;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = skipText(json, at);
      continue;
    }
    if (isDigit(code)) {
      const number = measureNumber(json, at);
      mayRound ||= number.mayRound;
      at = number.end;
      continue;
    }
    const opens = code === openingBrace || code === openingBracket;
    if (opens) depth += 1;
    else if (code === closingBrace || code === closingBracket) depth -= 1;
    // each list or record counts for its first entry
    if (opens || code === comma) values += 1;
    if (depth > maximumDepth) throw new RequestFailure('tooDeep');
    if (values > maximumValues) throw new RequestFailure('tooManyValues');
    at += 1;
  }
  return { mayRound };
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
 * digits per number. A number that a JavaScript number would round is returned as its text.
 * Throws RequestFailure for anything else. Takes time linear in the length of the text.
 * Decision: F8, A28, A38.
 */
export function readJsonObject(json: string): Record<string, unknown> {
  const { mayRound } = requireBounds(json);
  const value = parse(json, mayRound);
  if (!isObject(value)) throw new RequestFailure(Array.isArray(value) ? 'listBody' : 'notAnObject');
  dropPrototypeNames(value);
  return value;
}
