/**
 * A second implementation of search in plain JavaScript, on rows in memory, to compare the database's results
 * with.
 * Decision: S11 to S15.
 */

export type Kind =
  'text' | 'longText' | 'state' | 'number' | 'whole' | 'money' | 'time' | 'id' | 'flag';

/** A value of a row: numbers for ids, money and measures; milliseconds for times. */
export type Value = string | number | boolean | null;

/** An attribute of a row, as the whitelist describes it. */
export interface Attribute<Row> {
  readonly kind: Kind;
  readonly of: (row: Row) => Value;
  /** Equality ignores case. */
  readonly folds?: boolean;
}

/** What a type of row can be searched by; associated rows have their own model. */
export interface Model<Row> {
  readonly attributes: Readonly<Record<string, Attribute<Row>>>;
  readonly one?: Readonly<Record<string, AssociationOf<Row>>>;
  readonly many?: Readonly<Record<string, AssociationOf<Row>>>;
}

/** Rows associated with a row, and what they are searched by; at most one if it is to-one. */
export interface AssociationOf<Row> {
  /** Whether one of the rows meets the match, or, if there is none, a row of NULLs does. */
  readonly meets: (row: Row, match: Filter) => boolean;
}

const isTextual = (kind: Kind): boolean => kind === 'text' || kind === 'longText';

export type Filter = Readonly<Record<string, unknown>>;

export const associated = <Row, Other>(
  model: Model<Other>,
  rowsOf: (row: Row) => readonly Other[],
): AssociationOf<Row> => ({
  meets: (row, match) => {
    const others: readonly (Other | null)[] = rowsOf(row);
    return (others.length > 0 ? others : [null]).some((other) => meetsLevel(model, other, match));
  },
});

/** Whether a row meets a filter with its groups; an empty group is ignored. */
export function meetsFilter<Row>(model: Model<Row>, row: Row, filter: Filter): boolean {
  const { and = [], or = [], ...level } = filter as { and?: Filter[]; or?: Filter[] };
  const said = (groups: Filter[]) => groups.filter(saysSomething);
  return (
    meetsLevel(model, row, level) &&
    said(and).every((group) => meetsFilter(model, row, group)) &&
    (said(or).length === 0 || said(or).some((group) => meetsFilter(model, row, group)))
  );
}

function saysSomething(filter: Filter): boolean {
  return Object.values(filter).some((value) =>
    Array.isArray(value)
      ? (value as Filter[]).some(saysSomething)
      : Object.values(value as Filter).some(
          (operand) =>
            typeof operand !== 'object' || Array.isArray(operand) || saysSomething({ operand }),
        ),
  );
}

function meetsLevel<Row>(model: Model<Row>, row: Row | null, level: Filter): boolean {
  return Object.entries(level).every(([name, asked]) => {
    const association = model.one?.[name] ?? model.many?.[name];
    if (association)
      return row === null ? nothingMeets(asked as Filter) : association.meets(row, asked as Filter);
    const attribute = model.attributes[name];
    if (!attribute) throw new Error(`The model has no attribute ${name}.`);
    const value = row === null ? null : attribute.of(row);
    return Object.entries(asked as Filter).every(([predicate, operand]) =>
      holds(attribute, predicate, value, operand),
    );
  });
}

/** Whether missing rows meet a match: only `null` and `blank` can. */
function nothingMeets(match: Filter): boolean {
  return Object.values(match).every((asked) =>
    Object.entries(asked as Filter).every(([name, operand]) =>
      typeof operand === 'object' && operand !== null && !Array.isArray(operand)
        ? nothingMeets({ [name]: operand })
        : (name === 'null' || name === 'blank') && operand === true,
    ),
  );
}

type Test = (value: Exclude<Value, null>, operand: never) => boolean;

const lower = (text: unknown): string => String(text).toLowerCase();

const tests: Readonly<Record<string, Test>> = {
  eq: (value, operand) => value === operand,
  notEq: (value, operand) => value !== operand,
  in: (value, operand: Value[]) => operand.includes(value),
  notIn: (value, operand: Value[]) => !operand.includes(value),
  lt: (value, operand: typeof value) => value < operand,
  lteq: (value, operand: typeof value) => value <= operand,
  gt: (value, operand: typeof value) => value > operand,
  gteq: (value, operand: typeof value) => value >= operand,
  cont: (value, operand) => lower(value).includes(lower(operand)),
  notCont: (value, operand) => !lower(value).includes(lower(operand)),
  start: (value, operand) => lower(value).startsWith(lower(operand)),
  notStart: (value, operand) => !lower(value).startsWith(lower(operand)),
  end: (value, operand) => lower(value).endsWith(lower(operand)),
  notEnd: (value, operand) => !lower(value).endsWith(lower(operand)),
  matches: (value, operand) => likeExpression(operand).test(String(value)),
  notMatches: (value, operand) => !likeExpression(operand).test(String(value)),
};

/** Whether a value meets a predicate; NULL meets only `null` and `blank`. */
function holds<Row>(
  attribute: Attribute<Row>,
  predicate: string,
  value: Value,
  operand: unknown,
): boolean {
  if (predicate === 'null') return (value === null) === operand;
  if (predicate === 'blank') {
    return (value === null || (isTextual(attribute.kind) && value === '')) === operand;
  }
  if (value === null) return false;
  const isExact = ['eq', 'notEq', 'in', 'notIn'].includes(predicate);
  const isText = isTextual(attribute.kind) || (attribute.kind === 'state' && !isExact);
  const read = (word: unknown): unknown => {
    if (attribute.kind === 'state' && isExact) return lower(word);
    if (isText) return isExact && attribute.folds ? lower(word) : word;
    if (attribute.kind === 'flag') return word;
    return attribute.kind === 'time' ? Date.parse(String(word)) : Number(word);
  };
  const test = tests[predicate];
  if (!test) throw new Error(`The model has no predicate ${predicate}.`);
  const own = isExact && attribute.folds ? lower(value) : value;
  return test(own, (Array.isArray(operand) ? operand.map(read) : read(operand)) as never);
}

/**
 * A LIKE pattern as a regular expression: `%` and `_` are wildcards, a backslash makes the next character
 * literal.
 */
function likeExpression(pattern: string): RegExp {
  const literal = (character: string) => character.replace(/[\^$.*+?()[\]{}|\\/]/g, '\\$&');
  const source = [...pattern.matchAll(/\\(.)|([%_])|([^])/gu)].map(([, escaped, wild, plain]) =>
    escaped !== undefined
      ? literal(escaped)
      : wild !== undefined
        ? wild === '%'
          ? '.*'
          : '.'
        : literal(plain ?? ''),
  );
  return new RegExp(`^${source.join('')}$`, 'isu');
}

/** The predicates of a type. Decision: S13. */
export const predicatesOf: Readonly<Record<Kind, readonly string[]>> = (() => {
  const exact = ['eq', 'notEq', 'in', 'notIn'];
  const ordered = ['lt', 'lteq', 'gt', 'gteq'];
  const worded = ['cont', 'notCont', 'start', 'notStart', 'end', 'notEnd'];
  const flags = ['null', 'blank'];
  return {
    text: [...exact, ...ordered, ...worded, 'matches', 'notMatches', ...flags],
    longText: [...exact, ...ordered, ...worded, ...flags],
    state: [...exact, ...worded, ...flags],
    number: [...exact, ...ordered, ...flags],
    whole: [...exact, ...ordered, ...flags],
    money: [...exact, ...ordered, ...flags],
    time: [...exact, ...ordered, ...flags],
    id: [...exact, ...ordered, ...flags],
    flag: ['eq', 'notEq', ...flags],
  };
})();

/** Operands for an attribute: values of the rows, and near misses. */
export function operandsFor<Row>(
  attribute: Attribute<Row>,
  predicate: string,
  rows: readonly Row[],
): readonly unknown[] {
  if (predicate === 'null' || predicate === 'blank') return [true, false];
  const values = [...new Set(rows.map((row) => attribute.of(row)))].filter(
    (value) => value !== null,
  );
  const told = values.map((value) =>
    attribute.kind === 'time' ? new Date(Number(value)).toISOString() : value,
  );
  // a state is compared with values of its enum, and searched inside as a text
  const isValue = attribute.kind === 'state' && /^(?:eq|notEq|in|notIn)$/.test(predicate);
  if (isValue) {
    const states = told.map((word) => String(word).toUpperCase());
    return /^(?:in|notIn)$/.test(predicate) ? [states.slice(0, 2), states.slice(1, 3), []] : states;
  }
  const operands = [...told.slice(0, 3), ...strange[attribute.kind]];
  if (predicate === 'in' || predicate === 'notIn') {
    return [told.slice(0, 2), [...told.slice(1, 3), ...strange[attribute.kind].slice(0, 1)]];
  }
  const words = operands.flatMap((word) => pieces(String(word)));
  return isTextual(attribute.kind) || attribute.kind === 'state'
    ? [...new Set([...operands, ...words])]
    : operands;
}

const pieces = (word: string): string[] => [
  word.slice(1, 4),
  word.slice(0, 2).toUpperCase(),
  word.slice(-2),
];

const strange: Readonly<Record<Kind, readonly unknown[]>> = {
  text: ['%', '_', '\\', '', 'zz', '%a%', 'a_b', '50\\%%', '_\\'],
  longText: ['%', '\\', '', '.*', '^', '$', '(?i)', '***=a', '[a-z]', '\\d', 'a{2}', 'zz', 'é'],
  state: ['new', 'ready', 'ready_to_ship', 'CART', ' cart ', 'nonsense', '_', '%'],
  number: [0, 2, -1, 1.5, 999999],
  whole: [0, 2, -1, 3, 2147483647],
  money: [0, '19.9', '19.90', '-5', '1000000'],
  time: ['2014-01-31', '2014-01-31T12:00:00.500Z', '2014-01-31 13:00:00.5+01:00', '1999-12-31'],
  id: ['1', '0', '999999999999'],
  flag: [true, false],
};
