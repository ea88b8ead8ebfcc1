import { builder, type InputFields } from '../builder.ts';
import { capital } from '../domain/text.ts';
import type { Attribute, AttributeList, Kind } from './attributes.ts';
import type { Filter } from './compile.ts';
import { predicates, type PredicateName } from './predicates.ts';

const scalars = {
  text: 'String',
  longText: 'String',
  word: 'String',
  number: 'Float',
  whole: 'Int',
  money: 'Money',
  time: 'DateTime',
  id: 'ID',
  ref: 'ID',
  flag: 'Boolean',
} as const satisfies Record<Exclude<Kind, 'state'>, string>;

const descriptions: Readonly<Record<Kind, string>> = {
  text: 'Conditions on a text. `eq` and `in` are case-sensitive, except for e-mail addresses, numbers of orders and shipments, and codes of countries and states.',
  longText: 'Conditions on a long text, without patterns. `eq` and `in` are case-sensitive.',
  number: 'Conditions on a number, compared exactly.',
  whole: 'Conditions on a whole number.',
  money: 'Conditions on an amount, such as {gteq: "50.00"}.',
  time: 'Conditions on a time, such as {gteq: "2026-11-01"}. A date without a time means midnight in UTC.',
  id: 'Conditions on an id.',
  flag: 'Conditions on a Boolean.',
  state:
    'Conditions on a state. `cont`, `start` and `end` compare its word in lower case, such as "ready_to_ship".',
  word: 'Conditions on a word, such as {eq: "users.create"}; case is ignored.',
  ref: 'Conditions on an id. `eq`, `notEq` and `in` also take an order number or a product permalink.',
};

/** What a predicate matches, as a description in the schema. */
const meanings: Readonly<Record<PredicateName, string>> = {
  eq: 'Equal to this value.',
  notEq: 'Not equal to this value.',
  in: 'One of these values.',
  notIn: 'None of these values.',
  lt: 'Less than this, or earlier.',
  lteq: 'At most this, or not later.',
  gt: 'More than this, or later.',
  gteq: 'At least this, or not earlier.',
  cont: 'Contains this text; case is ignored.',
  notCont: 'Does not contain this text; case is ignored.',
  start: 'Begins with this text; case is ignored.',
  notStart: 'Does not begin with this text; case is ignored.',
  end: 'Ends with this text; case is ignored.',
  notEnd: 'Does not end with this text; case is ignored.',
  matches:
    'Matches this pattern, such as APR-%; case is ignored. `%` stands for any text, `_` for one character; at most four of them.',
  notMatches: 'Does not match this pattern; case is ignored.',
  null: 'If true: has no value. If false: has a value.',
  blank: 'If true: has no value, or an empty text. If false: has a value.',
};

/** The cost of a condition; `gateway/operations/cost-of-arguments.ts` adds it to the cost of a request. */
const weighsAs = (kind: Kind, name: PredicateName): string => {
  if (predicates[name].operand !== 'pattern') return 'condition';
  return kind === 'longText' ? 'longPattern' : 'pattern';
};

const inputRef = (name: string) => builder.inputRef<Filter>(name);
const filterInputs = new Map<string, ReturnType<typeof inputRef>>();
const matchInputs = new Map<AttributeList, ReturnType<typeof inputRef>>();

/** What the values of an attribute are in GraphQL, and how the input with its conditions is called. */
function inputOf({ kind, words }: Attribute) {
  if (kind === 'state') {
    if (!words) throw new Error('A state lacks its words.');
    return { name: `${words.name}Filter`, type: words };
  }
  const type = scalars[kind];
  const name = type === 'Int' ? type : capital(kind);
  return { name: `${name}Filter`, type };
}

/** The input with the predicates of an attribute: exactly those rows of the predicate table that have its kind. */
function filterInput(attribute: Attribute) {
  const { kind } = attribute;
  const { name, type } = inputOf(attribute);
  const known = filterInputs.get(name);
  if (known) return known;
  const ref = inputRef(name);
  filterInputs.set(name, ref);
  ref.implement({
    description: descriptions[kind],
    fields: (t) =>
      Object.fromEntries(
        (Object.keys(predicates) as PredicateName[])
          .filter((predicate) => predicates[predicate].kinds.includes(kind))
          .map((predicate) => {
            const { operand } = predicates[predicate];
            const told = {
              description: meanings[predicate],
              extensions: { weighsAs: weighsAs(kind, predicate) },
            };
            if (operand === 'flag') return [predicate, t.boolean(told)];
            if (operand === 'pattern') return [predicate, t.string(told)];
            if (operand === 'list') return [predicate, t.field({ type: [type], ...told })];
            return [predicate, t.field({ type, ...told })];
          }),
      ),
  });
  return ref;
}

/** The input for one associated record: the same record must meet all conditions. */
function matchInput(list: AttributeList) {
  const known = matchInputs.get(list);
  if (known) return known;
  const ref = inputRef(`${list.name}Match`);
  matchInputs.set(list, ref);
  ref.implement({
    description: `Conditions on a related ${list.name}. The same record must match all of them.`,
    fields: (t) => searchedFields(t, list),
  });
  return ref;
}

/** One field for each attribute of a list and each associated record. */
export const searchedFields = (t: InputFields, { attributes, associations }: AttributeList) => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      t.field({ type: filterInput(attribute) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(associations).map(([name, { list, join }]) => [
      name,
      t.field({
        type: matchInput(list),
        ...(join.kind === 'many' && { extensions: { weighsAs: 'records' } }),
      }),
    ]),
  ),
});
