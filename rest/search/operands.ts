import { isBlankText } from '../words/texts.ts';
import type { Term } from './filter.ts';
import type { Asked } from './keys.ts';
import type { SentText } from './parameters.ts';
import type { Application, Spelling } from './spellings.ts';
import { isPattern, type Local, readValue, splitsAtCommas } from './values.ts';
import type { Attribute } from './whitelist.ts';

const maximumValues = 500;
/** Of a search; each attribute and value of a quantifier counts. Decision: S12. */
export const maximumConditions = 50;

/** The texts sent for one condition; `isList` if they were sent as a list. */
export interface Sent {
  readonly texts: readonly SentText[];
  readonly isList: boolean;
}

/** What is wrong with a value, in the words of S18, and the name of that value if it is not all that was sent. */
interface Bad {
  readonly message: string;
  readonly name?: string;
}

type Conditions = readonly Term[] | Bad;

const isBad = (conditions: Conditions): conditions is Bad => 'message' in conditions;

function leaf({ path }: Attribute, predicate: string, value: unknown): Term {
  return { type: 'leaf', path, predicate, value };
}

/** What a comparison with a word that no state has means: nothing equals it, and all that have a state differ. */
const ofNoState: ReadonlyMap<string, Application> = new Map<string, Application>([
  ['eq', ['in', []]],
  ['notEq', ['null', false]],
]);

/** The condition on one value; undefined stands for a word that no state has. */
function compare(attribute: Attribute, predicate: string, value: unknown): Term {
  const other = value === undefined ? ofNoState.get(predicate) : undefined;
  return leaf(attribute, ...(other ?? [predicate, value]));
}

function readAll(
  attribute: Attribute,
  predicate: string,
  texts: readonly SentText[],
  local: Local,
): unknown[] | Bad {
  if (texts.length > maximumValues) return { message: 'is too long' };
  const values: unknown[] = [];
  for (const { text, name } of texts) {
    const reading = readValue(attribute, predicate, text, local);
    if ('message' in reading) return { ...reading, name };
    values.push(reading.value);
  }
  return values;
}

function readList(attribute: Attribute, predicate: string, sent: Sent, local: Local): Conditions {
  const [first, ...others] = sent.texts;
  const isLone = first !== undefined && others.length === 0 && !sent.isList;
  const texts =
    isLone && splitsAtCommas(attribute.kind)
      ? first.text
          .split(',')
          .filter((text) => !isBlankText(text))
          .map((text) => ({ ...first, text }))
      : sent.texts;
  const values = readAll(attribute, predicate, texts, local);
  if (!Array.isArray(values)) return values;
  const known = values.filter((value) => value !== undefined);
  return values.length === 0 ? [] : [leaf(attribute, predicate, known)];
}

function readEach(attribute: Attribute, predicate: string, sent: Sent, local: Local): Conditions {
  const values = readAll(attribute, predicate, sent.texts, local);
  if (!Array.isArray(values)) return values;
  return values.map((value: unknown) => compare(attribute, predicate, value));
}

function readSwitch(
  attribute: Attribute,
  spelling: Spelling,
  { text, name }: SentText,
  local: Local,
): Conditions {
  const flag = { ...attribute, kind: 'flag' } as const;
  const reading = readValue(flag, spelling.predicate, text, local);
  if ('message' in reading) return { ...reading, name };
  const application = spelling.flags?.[reading.value === true ? 0 : 1];
  return application ? [leaf(attribute, ...application)] : [];
}

/** The list predicates that `eq` and `notEq` become if given a list. */
const listForms: ReadonlyMap<string, string> = new Map([
  ['eq', 'in'],
  ['notEq', 'notIn'],
]);

function readMember(
  attribute: Attribute,
  spelling: Spelling,
  sent: Sent,
  local: Local,
): Conditions {
  const { predicate, operand, quantifier } = spelling;
  if (operand === 'list') return readList(attribute, predicate, sent, local);
  if (quantifier !== undefined) return readEach(attribute, predicate, sent, local);
  const form = operand === 'one' && sent.isList ? listForms.get(predicate) : undefined;
  if (form !== undefined && attribute.predicates.has(form)) {
    return readList(attribute, form, sent, local);
  }
  const [first, ...others] = sent.texts;
  if (others.length > 0) return { message: 'takes one value' };
  if (operand === 'flag' && first) return readSwitch(attribute, spelling, first, local);
  return readEach(attribute, predicate, sent, local);
}

/** Whether the predicate takes several values, so that a repeated name keeps both. */
export const takesList = ({ operand, quantifier }: Spelling): boolean =>
  operand === 'list' || quantifier !== undefined;

/** The number of comparisons of a condition, and the characters of their patterns. */
export interface Spent {
  readonly comparisons: number;
  readonly patternCharacters: number;
}

/** A condition with its size, or what is wrong with its value. */
export type Condition = { readonly term: Term; readonly spent: Spent } | Bad | undefined;

/**
 * A condition from its attributes, predicate and texts, without blank ones; undefined if nothing is left to
 * compare with. Reads no more attributes than a search may have conditions: a longer one is refused by what it spent.
 */
export function readCondition(asked: Asked, sent: Sent, local: Local): Condition {
  const { attributes, join, spelling } = asked;
  const { quantifier } = spelling;
  const type = quantifier === 'any' ? 'or' : 'and';
  const isFlat = quantifier === undefined || (type === 'or' && join === 'or');
  const members: Term[] = [];
  let comparisons = 0;
  for (const attribute of attributes) {
    const conditions = readMember(attribute, spelling, sent, local);
    if (isBad(conditions)) return conditions;
    comparisons += conditions.length;
    if (comparisons > maximumConditions) break;
    if (isFlat) members.push(...conditions);
    else if (conditions.length > 0) members.push({ type, terms: conditions });
  }
  if (comparisons === 0) return undefined;
  const characters = isPattern(spelling.predicate)
    ? sent.texts.map(({ text }) => text).join('').length
    : 0;
  const spent = { comparisons, patternCharacters: characters * attributes.length };
  return { term: { type: join === 'or' ? 'or' : 'level', terms: members }, spent };
}
