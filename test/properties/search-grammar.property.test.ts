import { expect } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../reliability/hostile/odd-values.ts';
import type { Pair } from '../../rest/request/brackets.ts';
import { roots } from '../../rest/search/parameters.ts';
import { spellings } from '../../rest/search/spellings.ts';
import { filterOf, search } from '../rest/search/searchable-store.ts';
import { property } from '../support/property.ts';

const root = fc.constantFrom(...roots);
const piece = fc.oneof(
  fc.constantFrom('', '0', '1', 'm', 'g', 'c', 'a', 'p', 'v', 's', 'order', 'name', 'value', 'x'),
  fc.constantFrom(
    'email',
    'state_in',
    'id_eq',
    'total_gt',
    'line_items_variant_sku',
    'created_at_lt',
  ),
  fc.constantFrom('email_or_number_cont_any', '__proto__', 'constructor', 'toString', 'and', 'or'),
  fc.string({ maxLength: 8 }),
);
const name = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(root, fc.array(piece, { maxLength: 6 }))
      .map(([first, keys]) => `${first}${keys.map((key) => `[${key}]`).join('')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('page', 'per_page', 'strict', 'page[]', 'q[', 'q]') },
  { weight: 1, arbitrary: fc.string() },
);
const value = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    'x',
    'or',
    'eq',
    'cont',
    'email',
    'number desc',
    '2014-01-01',
    'true',
    '1,2',
  ),
  fc.string({ unit: anyCharacter }),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 12 });

property('random parameters are read or refused, never thrown at', pairs, (sent: Pair[]) => {
  const found = search('Order', '', { pairs: sent });
  if ('errors' in found) expect(Object.keys(found.errors).length).toBeGreaterThan(0);
  else expect(found.ignored.join(', ')).toMatch(/^[\x20-\x7e]*$/);
});

property('reading the same parameters twice gives the same search', pairs, (sent: Pair[]) => {
  expect(search('Order', '', { pairs: sent })).toEqual(search('Order', '', { pairs: sent }));
});

const textSpellings = roots.flatMap((first) =>
  spellings[first]
    .filter(({ kinds }) => !kinds?.includes('flag'))
    .map((spelling) => ({ first, spelling })),
);
const path = fc.constantFrom(
  ...([
    ['email', 'email'],
    ['user_name', 'userName'],
    ['user_email', 'user', 'email'],
    ['bill_address_lastname', 'billAddress', 'lastname'],
    ['line_items_variant_sku', 'lineItems', 'variant', 'sku'],
  ] as const),
);

/** A single condition: `{ lineItems: { variant: { sku: { eq } } } }`. */
const condition = (steps: readonly string[], predicate: string, operand: unknown): unknown =>
  [...steps, predicate].reduceRight<unknown>((inner, step) => ({ [step]: inner }), operand);

property(
  'every spelling of a predicate reads back as its canonical filter',
  fc.constantFrom(...textSpellings),
  path,
  fc.string().filter((text) => text.trim() !== '' && !/[\0\p{Surrogate}]/u.test(text)),
  ({ first, spelling }, [wire, ...steps], text) => {
    const operand = spelling.operand === 'flag' ? '1' : text;
    const key = encodeURIComponent(`${first}[${wire}_${spelling.suffix}]`);
    const { predicate, quantifier, flags } = spelling;
    const expected = (): unknown => {
      if (flags) return condition(steps, ...flags[0]);
      if (spelling.operand === 'list') return condition(steps, predicate, [text]);
      const single = condition(steps, predicate, text);
      if (quantifier === undefined) return single;
      return quantifier === 'any' ? { or: [single] } : { and: [single] };
    };
    expect(filterOf(`${key}=${encodeURIComponent(operand)}`)).toEqual(expected());
  },
);

property(
  'both roots read a shared spelling as the same filter',
  fc.constantFrom(
    ...textSpellings
      .map(({ spelling }) => spelling.suffix)
      .filter((suffix) => !suffix.startsWith('matches')),
  ),
  (suffix) => {
    expect(filterOf(`q[email_${suffix}]=1`)).toEqual(filterOf(`search[email_${suffix}]=1`));
  },
);
