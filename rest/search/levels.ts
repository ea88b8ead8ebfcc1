import { isBlankText } from '../words/texts.ts';
import { type Filter, levelsIn, type Term, toFilter } from './filter.ts';
import { type Asked, findAttributes, readKey, suits } from './keys.ts';
import { readCondition, type Sent, takesList } from './operands.ts';
import { hasText, lastSent, listTexts, type Parameter, type SentText } from './parameters.ts';
import type { SearchReport } from './report.ts';
import { isSortKey } from './sort.ts';
import { type Spelling, spellings } from './spellings.ts';
import type { Local } from './values.ts';
import type { Whitelist } from './whitelist.ts';

const maximumDepth = 3;
/** Levels of `and` and `or` that the schema takes. */
const maximumLevels = 6;

/** The combinator of a level or long condition: `and` by default, undefined if it is unknown. */
function readJoiner(parameter: Parameter | undefined): 'or' | 'and' | undefined {
  if (!parameter) return 'and';
  if (parameter.children.size > 0) return undefined;
  const text = lastSent(parameter)?.text ?? 'and';
  return text === 'or' || text === 'and' ? text : undefined;
}

/** The texts under `a` or `v` of a long condition: `[0][name]=x`, `[]=x` or `=x`; undefined if there is more. */
function readTexts(
  parameter: Parameter | undefined,
  field: string,
): readonly SentText[] | undefined {
  if (!parameter) return [];
  const listed = listTexts(parameter, [field]);
  return listed && [...parameter.values, ...listed];
}

/** Whether a long condition has only its four parts, and one text as its predicate. */
const isWellFormed = (condition: Parameter): boolean =>
  !hasText(condition) &&
  [...condition.children.keys()].every((key) => ['a', 'm', 'p', 'v'].includes(key)) &&
  condition.children.get('p')?.children.size === 0;

function readSent(parameter: Parameter, spelling: Spelling): Sent | undefined {
  const listed = listTexts(parameter);
  if (!listed) return undefined;
  const isList = parameter.children.size > 0;
  const keepsAll = isList || takesList(spelling);
  const texts = [...(keepsAll ? parameter.values : parameter.values.slice(-1)), ...listed];
  return { texts: texts.filter(({ text }) => !isBlankText(text)), isList };
}

/** Creates the function that reads conditions and groups. */
export function levelReader(whitelist: Whitelist, report: SearchReport, local: Local) {
  /** The conditions of a level, or undefined if it has none. */
  function readLevel(level: Parameter, depth = 0): Term | undefined {
    if (depth > maximumDepth) {
      report.refuse(level, level.name, 'has too many conditions');
      return undefined;
    }
    if (hasText(level)) report.unknown(level);
    const conditions: Term[] = [];
    const groups: Term[] = [];
    for (const [key, parameter] of level.children) {
      if (key === 'm' || (depth === 0 && isSortKey(key))) continue;
      if (key === 'g') groups.push(...readEach(parameter, (group) => readLevel(group, depth + 1)));
      else if (key === 'c') conditions.push(...readEach(parameter, (long) => readLong(long)));
      else conditions.push(...readShort(key, parameter));
    }
    return join(level, conditions, groups);
  }

  function join(level: Parameter, conditions: readonly Term[], groups: readonly Term[]) {
    const joiner = level.children.get('m');
    const word = readJoiner(joiner);
    if (joiner && word === undefined) report.unknown(joiner);
    if (conditions.length + groups.length === 0) return undefined;
    if (word === 'or') return { type: 'or', terms: [...conditions, ...groups] } as const;
    return { type: 'level', terms: [...conditions, { type: 'and', terms: groups }] } as const;
  }

  function readEach(parameter: Parameter, read: (entry: Parameter) => Term | undefined): Term[] {
    if (hasText(parameter)) report.unknown(parameter);
    return [...parameter.children.values()].map(read).filter((term) => term !== undefined);
  }

  function readShort(key: string, parameter: Parameter): Term[] {
    const asked = readKey(key, parameter.root, whitelist);
    if (!asked) {
      report.unknown(parameter, key === '' ? parameter.sentName : parameter.name);
      return [];
    }
    const sent = readSent(parameter, asked.spelling);
    if (!sent) report.unknown(parameter, parameter.sentName);
    const term = sent && readTerm(asked, sent, parameter, parameter.name);
    return term ? [term] : [];
  }

  function readLong(parameter: Parameter): Term | undefined {
    const { children } = parameter;
    const predicate = children.get('p');
    const suffix = predicate && lastSent(predicate)?.text;
    const spelling = spellings[parameter.root].find((candidate) => candidate.suffix === suffix);
    const paths = readTexts(children.get('a'), 'name')?.map(({ text }) => text);
    const attributes = paths?.length ? findAttributes(whitelist, paths) : undefined;
    const join = readJoiner(children.get('m'));
    const values = children.get('v');
    const texts = readTexts(values, 'value')?.filter(({ text }) => !isBlankText(text));
    const isKnown = attributes && spelling && attributes.every((one) => suits(one, spelling));
    if (!isKnown || !join || !texts || !isWellFormed(parameter)) {
      report.unknown(parameter);
      return undefined;
    }
    const sent = { texts, isList: texts.length > 1 };
    return readTerm({ attributes, join, spelling }, sent, parameter, values?.name ?? '');
  }

  function readTerm(
    asked: Asked,
    sent: Sent,
    parameter: Parameter,
    name: string,
  ): Term | undefined {
    const condition = report.hasRoom ? readCondition(asked, sent, local) : undefined;
    if (!condition) return undefined;
    if ('message' in condition) {
      report.refuse(parameter, condition.name ?? name, condition.message);
      return undefined;
    }
    report.spend(parameter, condition.spent);
    return report.hasRoom ? condition.term : undefined;
  }

  return readLevel;
}

/** The filter of all roots together; undefined if there are no conditions. */
export function joinRoots(
  asked: readonly { readonly parameter: Parameter; readonly term: Term }[],
  report: SearchReport,
): Filter | undefined {
  const [first, ...others] = asked;
  if (!first) return undefined;
  const most = others.length === 0 ? maximumLevels : maximumLevels - 1;
  for (const { parameter, term } of asked) {
    if (levelsIn(toFilter(term)) > most) {
      report.refuse(parameter, parameter.root, 'has too many conditions');
    }
  }
  const terms = asked.map(({ term }) => term);
  return toFilter(others.length === 0 ? first.term : { type: 'and', terms });
}
