import { Prisma } from '../../prisma/generated/client/client.ts';
import type { KeyValues } from './cursor.ts';
import { operandSql } from './operands.ts';
import { type OrderKey, type ReadingDirection, towards } from './order.ts';

/** The rows between two positions of a list, neither included. */
interface Range {
  readonly after: KeyValues | undefined;
  readonly before: KeyValues | undefined;
}

/** Rows that one index range holds in order: conditions on them, and the keys that order them. */
interface Segment {
  readonly conditions: readonly Prisma.Sql[];
  readonly keys: readonly OrderKey[];
}

const never = Prisma.sql`FALSE`;

/**
 * The rows of a range as segments, in the order of reading. NULL comes last, which no index range with a bound
 * includes: rows with and without a value of the first key are two segments, each of which an index serves from
 * any position on.
 */
export function segmentsOf(
  keys: readonly OrderKey[],
  { after, before }: Range,
  reading: ReadingDirection,
): readonly Segment[] {
  const [first, ...others] = keys;
  if (!first) throw new RangeError('An order has no keys.');
  const { value } = first;
  const bounds = (segment: 'valued' | 'empty', ordered: readonly OrderKey[]): Prisma.Sql[] => [
    ...(after ? boundSql(segment, ordered, after, 'forwards') : []),
    ...(before ? boundSql(segment, ordered, before, 'backwards') : []),
  ];
  const valuedKeys = [{ ...first, mayBeNull: false }, ...others];
  const valued: Segment = {
    conditions: [
      ...(first.mayBeNull ? [Prisma.sql`${value} IS NOT NULL`] : []),
      ...bounds('valued', valuedKeys),
    ],
    keys: valuedKeys,
  };
  if (!first.mayBeNull) return [valued];
  const empty: Segment = {
    conditions: [Prisma.sql`${value} IS NULL`, ...bounds('empty', others)],
    keys: others,
  };
  const segments = reading === 'forwards' ? [valued, empty] : [empty, valued];
  const found = segments.filter(({ conditions }) => !conditions.includes(never));
  return found.length > 0 ? found : [{ conditions: [never], keys: valuedKeys }];
}

/** The conditions that rows of a segment come after a position, read in a direction. */
function boundSql(
  segment: 'valued' | 'empty',
  keys: readonly OrderKey[],
  [first = null, ...others]: KeyValues,
  reading: ReadingDirection,
): readonly Prisma.Sql[] {
  const isEmpty = segment === 'empty';
  if (isEmpty !== (first === null)) {
    // the position is in the other segment
    return isEmpty === (reading === 'forwards') ? [] : [never];
  }
  return beyondSql(keys, isEmpty ? others : [first, ...others], reading);
}

const operators = { ASC: '>', DESC: '<' } as const;

/** The conditions that the key values of a row come after others, read in a direction. */
function beyondSql(
  keys: readonly OrderKey[],
  values: KeyValues,
  reading: ReadingDirection,
): readonly Prisma.Sql[] {
  const directions = new Set(keys.map((key) => towards(key, reading)));
  const operands = keys.map(({ kind }, place) => operandSql(kind, values[place] ?? ''));
  const [direction] = directions;
  const isPlain = !keys.some(({ mayBeNull }) => mayBeNull);
  if (isPlain && directions.size === 1 && direction) {
    const columns = keys.map(({ value }) => value);
    const operator = Prisma.raw(operators[direction]);
    return [
      Prisma.sql`(${Prisma.join(columns, ', ')}) ${operator} (${Prisma.join(operands, ', ')})`,
    ];
  }
  const [first] = keys;
  const [operand] = operands;
  if (!first || !operand) return [never];
  const beyond = nestedSql(keys, values, reading);
  if (first.mayBeNull) return [beyond];
  // a bound on the first key alone, by which an index begins where the rows do
  const from = Prisma.raw(`${operators[towards(first, reading)]}=`);
  return [Prisma.sql`${first.value} ${from} ${operand}`, beyond];
}

/** One key after the other: beyond by the first, or equal by it and beyond by the next. */
function nestedSql(
  [key, ...keys]: readonly OrderKey[],
  [value = null, ...values]: KeyValues,
  reading: ReadingDirection,
): Prisma.Sql {
  if (!key) return never;
  const past = pastSql(key, value, reading);
  if (keys.length === 0) return past;
  const next = nestedSql(keys, values, reading);
  const same =
    value === null
      ? Prisma.sql`${key.value} IS NULL`
      : Prisma.sql`${key.value} = ${operandSql(key.kind, value)}`;
  return Prisma.sql`(${past} OR (${same} AND ${next}))`;
}

/** Whether a value comes after another: forwards NULL comes after all others, backwards it is after none. */
function pastSql(key: OrderKey, value: string | null, reading: ReadingDirection): Prisma.Sql {
  if (value === null) {
    return reading === 'forwards' ? never : Prisma.sql`${key.value} IS NOT NULL`;
  }
  const operator = Prisma.raw(operators[towards(key, reading)]);
  const past = Prisma.sql`${key.value} ${operator} ${operandSql(key.kind, value)}`;
  return key.mayBeNull && reading === 'forwards'
    ? Prisma.sql`(${past} OR ${key.value} IS NULL)`
    : past;
}
