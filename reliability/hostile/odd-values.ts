import fc from 'fast-check';

/** Texts that have broken programs before. */
const oddTexts = [
  ...['', ' ', '0', '-1', '1.5', '1e400', '9007199254740993', '99999999999999999999', 'NaN', '0x1'],
  ...['null', 'true', '１', '%', '_', '\\', "'", '"', "' OR 1=1 --", '$1', '${x}', '{{x}}', '\0'],
  ...['\ud800', '\u202e', '\u{1f469}\u200d\u{1f680}', 'a\u0301\u0301', 'İ', 'ß', 'ﬁ', '\r\n', '\t'],
  ...['__proto__', 'constructor', 'toString', '../..', '0000-00-00', '275760-09-13', 'now'],
  ...['2024-02-29T00:00:00Z', '99999999.99', '100000000', '0.005', '2147483648', 'complete'],
];

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode. The unit `binary` of fast-check makes the same, from a list of the whole million that it
 * first builds, in a second, and keeps.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(
    (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
    (text) => {
      const code = typeof text === 'string' ? (text.codePointAt(0) ?? Number.NaN) : Number.NaN;
      const isOne = code < firstSurrogate || code >= firstSurrogate + surrogates;
      if (!isOne || String.fromCodePoint(code) !== text) throw new Error('This is no character.');
      return code < firstSurrogate ? code : code - surrogates;
    },
  );

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', '%', '9', '(', '\u0301').map((one) => one.repeat(3_000)),
  },
);

const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -1, 1, 2, 1.5, 0.005, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e-9),
  fc.integer(),
);

/** Any JSON value, with keys that are names of attributes. */
export function oddValue(names: readonly string[]): fc.Arbitrary<unknown> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, oddText);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: oddText },
      { weight: 3, arbitrary: oddNumber },
      { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
      { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
      {
        weight: 4,
        arbitrary: fc
          .array(fc.tuple(name, tie('value')), { maxLength: 5 })
          .map((entries) => Object.fromEntries(entries)),
      },
    ),
  }));
  return value;
}
