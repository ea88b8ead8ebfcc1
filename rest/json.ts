import { prototypeNames } from './brackets.ts';
import { RequestFailure } from './request-failure.ts';
import { isObject } from './texts.ts';

const maximumDepth = 32;

/** A number's digits and scale, equal for two spellings of one number: `1.50` and `15e-1`. */
function numberKey(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

const isExact = (number: string): boolean =>
  numberKey(number) === numberKey(String(Number(number)));

/**
 * Puts quotes around numbers that a JavaScript number would round, in text known to be JSON, so
 * that the digits sent are the digits judged.
 */
const quoteInexactNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  );

/** Numbers of up to 15 digits are exact; only longer ones and exponents need a second look. */
const mayHoldInexactNumber = (text: string): boolean => /\d[\d.]{15}|\d[eE]/.test(text);

function clean(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maximumDepth) throw new RequestFailure('malformedBody');
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !prototypeNames.has(name))
      .map(([name, item]) => [name, clean(item, depth + 1)]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RequestFailure('malformedBody');
    throw error;
  }
}

/**
 * The object that a JSON text holds: at most 32 levels, prototype names dropped at each. A number
 * too long for a JavaScript number comes as its text. Throws RequestFailure for anything else.
 * Decision: F8, A28, A38.
 */
export function readJsonObject(text: string): Record<string, unknown> {
  const parsed = parse(text);
  const value = clean(mayHoldInexactNumber(text) ? parse(quoteInexactNumbers(text)) : parsed, 1);
  if (!isObject(value)) throw new RequestFailure('malformedBody');
  return value;
}
