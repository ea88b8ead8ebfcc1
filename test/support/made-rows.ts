import { inspect } from 'node:util';
import { Decimal } from 'decimal.js';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import type { Db } from '../../schema/index.ts';
import { Draws } from './draws.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

type Args = Readonly<Record<string, unknown>>;

const { models } = getDatamodel().datamodel as unknown as {
  models: Readonly<Record<string, { readonly fields: readonly Column[] }>>;
};

/** Probability that a value of a row is spoilt. */
const spoiltRate = 0.02;

/**
 * Takes the place of the database: generates rows of whatever is selected, always the same for one seed. If it
 * `spoils`, some values are null, late, errors, or methods that throw.
 */
export function madeRows(seed: number, spoils: boolean): Db {
  const rows = new Rows(seed, spoils);
  const find = (model: string, verb: string) => (args: Args) => {
    const where = JSON.stringify(args['where'] ?? null, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    if (verb !== 'findMany') return Promise.resolve(rows.one(model, args, model));
    const { id } = (args['where'] ?? {}) as { id?: { in?: readonly bigint[] } };
    const ids = id?.in ?? [1n, 2n];
    // a record found by its id is the same whichever others are read with it
    const path = id?.in ? `${model} ` : `${model}${where}`;
    return Promise.resolve(
      ids.map((one) => ({ ...rows.one(model, args, `${path}${String(one)}`), id: one })),
    );
  };
  const raw = ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) => {
    // the ids of the records that lists are below
    const [first] = values;
    const above = Array.isArray(first) ? (first as string[]).map(BigInt) : [0n];
    const found = sql.includes('count(*)')
      ? [{ count: 7n }]
      : [
          { id: 1n, keys: ['1'] },
          { id: 2n, keys: ['2'] },
        ];
    return Promise.resolve(above.flatMap((id) => found.map((row) => ({ ...row, above: id }))));
  };
  return new Proxy({} as Db, {
    get: (_target, name) => {
      if (typeof name === 'symbol') return undefined;
      if (name === '$queryRaw') return raw;
      const model = name.charAt(0).toUpperCase() + name.slice(1);
      return new Proxy({}, { get: (_verbs, verb: string) => find(model, verb) });
    },
  });
}

class Rows {
  private readonly seed: number;
  private readonly spoils: boolean;
  /** Rows that several others refer to. */
  private readonly shared = new Map<string, Record<string, unknown>>();

  constructor(seed: number, spoils: boolean) {
    this.seed = seed;
    this.spoils = spoils;
  }

  one(model: string, args: Args, path: string): Record<string, unknown> {
    const columns = models[model]?.fields ?? [];
    const select = args['select'] as Args | undefined;
    const include = (args['include'] ?? {}) as Args;
    const chosen = columns.filter(({ name, kind }) => {
      if (select) return Boolean(select[name]);
      return kind === 'object' ? Boolean(include[name]) : true;
    });
    return Object.fromEntries(
      chosen.map((column) => {
        const beneath = (select ?? include)[column.name];
        const inner = typeof beneath === 'object' ? (beneath as Args) : {};
        return [column.name, this.value(column, inner, `${path}.${column.name}`)];
      }),
    );
  }

  /** The one row of a model that all references with the same selection share. */
  private same(model: string, args: Args): Record<string, unknown> {
    const name = `${model} ${inspect(args, { depth: null, sorted: true })}`;
    const row = this.shared.get(name) ?? this.one(model, args, name);
    this.shared.set(name, row);
    return row;
  }

  private value(column: Column, args: Args, path: string): unknown {
    const draws = Draws.named(this.seed, path);
    const value = this.soundValue(column, args, path, draws);
    return this.spoils && draws.chance(spoiltRate) ? spoil(value, path, draws) : value;
  }

  private soundValue(column: Column, args: Args, path: string, draws: Draws): unknown {
    const { kind, type, isList, isRequired, name } = column;
    if (isList && kind === 'object') {
      const count = draws.below(3);
      return Array.from({ length: count }, (_, place) =>
        this.one(type, args, path + String(place)),
      );
    }
    if (isList) return [];
    if (!isRequired && draws.chance(0.2)) return null;
    if (kind === 'object')
      return draws.chance(0.5) ? this.same(type, args) : this.one(type, args, path);
    return scalar(type, name, draws);
  }
}

/** Words that resolvers know. */
const words: Readonly<Record<string, string>> = {
  currency: 'USD',
  state: 'on_hand',
  kind: 'manual',
};

function scalar(type: string, name: string, draws: Draws): unknown {
  switch (type) {
    case 'BigInt':
      return BigInt(draws.below(5) + 1);
    case 'Int':
      return draws.below(100);
    case 'Boolean':
      return draws.chance(0.5);
    case 'Decimal':
      return new Decimal(draws.below(10_000)).div(100);
    case 'DateTime':
      return new Date(1_700_000_000_000 + draws.below(1_000_000) * 1_000);
    default:
      return words[name] ?? `${name} ${String(draws.below(9))}`;
  }
}

function spoil(value: unknown, path: string, draws: Draws): unknown {
  const error = new Error(`spoilt ${path}`);
  const soon = [
    null,
    undefined,
    error,
    () => {
      throw error;
    },
    () => value,
  ];
  const late = [
    // rejects only when awaited
    { then: (...told: [never, never]) => Promise.reject(error).then(...told) },
    { then: (...told: [never, never]) => Promise.resolve(value).then(...told) },
    () => Promise.reject(error),
  ];
  // graphql-js ignores items of a list that fail late beside one that fails at once
  return draws.pick<unknown>(/\d$|\d\./.test(path) ? soon : [...soon, ...late]);
}
