import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../builder.ts';
import type { AttributeList, Kind } from './attributes.ts';
import type { Filter } from './compile.ts';
import { predicates, type PredicateName } from './predicates.ts';

const names: Readonly<Record<Kind, string>> = {
  text: 'TextFilter',
  state: 'StateFilter',
  number: 'NumberFilter',
  whole: 'IntFilter',
  money: 'MoneyFilter',
  time: 'TimeFilter',
  id: 'IdFilter',
  ref: 'RefFilter',
  flag: 'FlagFilter',
};

const scalars = {
  text: 'String',
  state: 'String',
  number: 'Float',
  whole: 'WholeNumber',
  money: 'Money',
  time: 'DateTime',
  id: 'ID',
  ref: 'ID',
  flag: 'Boolean',
} as const satisfies Record<Kind, string>;

const descriptions: Readonly<Record<Kind, string>> = {
  text: 'Conditions on a text. Equality minds the case, but not of e-mail addresses, of numbers of orders and shipments, and of codes of places.',
  number: 'Conditions on a number, exact to its decimals.',
  whole: 'Conditions on a whole number.',
  money: 'Conditions on an amount.',
  time: 'Conditions on an instant; a date alone is its midnight in UTC.',
  id: 'Conditions on an id.',
  flag: 'Conditions on yes or no.',
  state:
    'Conditions on a state word; `new` is read as `complete`, and the words of shipments likewise.',
  ref: 'Conditions on an id; equality also takes an order number or a product permalink.',
};

/** What a predicate asks, for those who read the schema. Decision: S13 to S16. */
const meanings: Readonly<Record<PredicateName, string>> = {
  eq: 'Is this value.',
  notEq: 'Is another value.',
  in: 'Is one of these values.',
  notIn: 'Is none of these values.',
  lt: 'Is less, or earlier.',
  lteq: 'Is at most this, or not later.',
  gt: 'Is more, or later.',
  gteq: 'Is at least this, or not earlier.',
  cont: 'Contains this text, whatever the case.',
  notCont: 'Does not contain this text, whatever the case.',
  start: 'Begins with this text, whatever the case.',
  notStart: 'Does not begin with this text, whatever the case.',
  end: 'Ends with this text, whatever the case.',
  notEnd: 'Does not end with this text, whatever the case.',
  matches:
    'Is like this pattern, whatever the case: `%` stands for any text, `_` for one character.',
  notMatches: 'Is not like this pattern, whatever the case.',
  null: 'true: has no value; false: has one.',
  blank: 'true: has no value, or an empty text; false: has one.',
};

const inputRef = (name: string) => builder.inputRef<Filter>(name);
const filterInputs = new Map<Kind, ReturnType<typeof inputRef>>();
const matchInputs = new Map<AttributeList, ReturnType<typeof inputRef>>();

/** The input of predicates for a kind: exactly those rows of the predicate table that have it. Decision: S13, S33. */
export function filterInput(kind: Kind) {
  const known = filterInputs.get(kind);
  if (known) return known;
  const ref = inputRef(names[kind]);
  filterInputs.set(kind, ref);
  ref.implement({
    description: descriptions[kind],
    fields: (t) =>
      Object.fromEntries(
        (Object.keys(predicates) as PredicateName[])
          .filter((name) => predicates[name].kinds.includes(kind))
          .map((name) => {
            const { operand } = predicates[name];
            const description = meanings[name];
            if (operand === 'flag') return [name, t.boolean({ description })];
            if (operand === 'list') return [name, t.field({ type: [scalars[kind]], description })];
            return [name, t.field({ type: scalars[kind], description })];
          }),
      ),
  });
  return ref;
}

/** The input that asks for one associated record: all its conditions hold for the same one. Decision: S11, S33. */
export function matchInput(list: AttributeList) {
  const known = matchInputs.get(list);
  if (known) return known;
  const ref = inputRef(`${list.name}Match`);
  matchInputs.set(list, ref);
  ref.implement({
    description: `Conditions met by one and the same ${list.name}.`,
    fields: (t) => searchedFields(t, list),
  });
  return ref;
}

/** One field for each attribute of a list and each record beside it. Decision: S33. */
export const searchedFields = (
  t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
  { attributes, associations }: AttributeList,
) => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, { kind }]) => [
      name,
      t.field({ type: filterInput(kind) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(associations).map(([name, { list }]) => [
      name,
      t.field({ type: matchInput(list) }),
    ]),
  ),
});
