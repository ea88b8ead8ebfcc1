import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  execute,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { createExecutor, schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { type Ground, groundOf } from './locks/ground.ts';
import { type LockingWrite, writes } from './locks/writes.ts';

let database: Database;
let ground: Ground;

beforeAll(async () => {
  database = await openTestDatabase();
  ground = groundOf(database);
});
afterAll(() => database.close());

type Executor = ReturnType<typeof createExecutor> | typeof execute;
type Row = Readonly<Record<string, unknown>>;

async function ask(executor: Executor, text: string, variables: Row = {}): Promise<Row> {
  const contextValue = {
    db: database.client,
    viewer: adminViewer,
    now: () => new Date(),
    requestId: 'test',
    settings,
  };
  const result = await executor({
    schema,
    document: parse(text),
    contextValue,
    variableValues: variables,
  });
  expect(result.errors).toBeUndefined();
  return JSON.parse(JSON.stringify(result.data)) as Row;
}

/** Types whose records are compared: what writes change beside the record that they are named for. */
const compared = new Set(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => 'lockVersion' in type.getFields())
    .map(({ name }) => name),
);

const isPlain = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  !args.some(isRequiredArgument);

/** All values of a type, and its edges to records, through a number of types. */
function selectionOf(type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).filter(isPlain);
  const parts = fields.flatMap((field): string[] => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    if (!isObjectType(inner) || !('id' in inner.getFields()) || depth === 0) return [];
    return [`${field.name} { ${selectionOf(inner, depth - 1)} }`];
  });
  return ['__typename', ...parts].join(' ');
}

/** The records of a payload, or of the results of one. */
function recordsOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter(({ name }) => name !== 'userErrors');
  return fields
    .flatMap(({ name, type: of }) => {
      const inner = getNamedType(of);
      if (!isObjectType(inner)) return [];
      const isRecord = 'id' in inner.getFields();
      return `${name} { ${isRecord ? selectionOf(inner, 3) : recordsOf(inner)} }`;
    })
    .join(' ');
}

/** What is told of a value: a record by its id. */
const gist = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(gist);
  return typeof value === 'object' && value !== null ? (value as Row)['id'] : value;
};

/** By record and field what is told of it, each with every way it was told. */
type Told = Map<string, Set<string>>;

/** What an answer tells of the records that are compared. */
function toldIn(value: unknown, told: Told = new Map()): Told {
  if (Array.isArray(value)) for (const entry of value) toldIn(entry, told);
  else if (typeof value === 'object' && value !== null) {
    const { __typename: type, id, ...fields } = value as Row;
    for (const [field, inner] of Object.entries(fields)) {
      toldIn(inner, told);
      if (!compared.has(String(type))) continue;
      const name = `${String(type)} ${String(id)} ${field}`;
      told.set(name, (told.get(name) ?? new Set()).add(JSON.stringify(gist(inner))));
    }
  }
  return told;
}

/** Compared types of which a record is read by its id. */
const readable = [...compared].filter((name) => rootOf(name) !== undefined);

/** Those of which a record was read again. */
const wereRead = new Set<string>();

function rootOf(name: string) {
  return schema.getQueryType()?.getFields()[name.charAt(0).toLowerCase() + name.slice(1)];
}

/** Reads a record of a compared type again. */
function readAgain(name: string): string {
  const type = schema.getType(name);
  const { name: field = '', args = [] } = rootOf(name) ?? {};
  const named = args.some((arg) => arg.name === 'by') ? 'by: { id: $id }' : 'id: $id';
  const deleted = args.some((arg) => arg.name === 'showDeleted') ? ', showDeleted: true' : '';
  return `query ($id: ID!) { ${field}(${named}${deleted}) { ${isObjectType(type) ? selectionOf(type, 1) : ''} } }`;
}

const emptied: LockingWrite = [
  'updateLineItem',
  [],
  async (g) => {
    const { number, lineItems } = await g.sale();
    return { order: { number }, id: lineItems[0]?.id, input: { quantity: 0 } };
  },
];

/** The records of what a mutation answers; none if it answers no payload. */
function recordsIn(field: string): string {
  const mutation = schema.getMutationType()?.getFields()[field];
  if (!mutation) throw new Error(`There is no mutation ${field}.`);
  const type = getNamedType(mutation.type);
  return isObjectType(type) && 'userErrors' in type.getFields() ? recordsOf(type) : '';
}

const payloads: readonly LockingWrite[] = [...writes, emptied].filter(
  ([field]) => recordsIn(field) !== '',
);

/** What answers a record that it removed, and so reads the others again. */
const removals = payloads.filter(([field]) => /LineItem|deleteAdjustment|deleteImage/.test(field));

const executors = [
  ['compiled', createExecutor(schema), payloads],
  ['run by graphql-js', execute, removals],
] as const;

describe.each(executors)('%s', (_how, executor, written) => {
  test.each(written)(
    'all paths of what %s answers tell the same of a record, which is what is stored',
    async (field, _locks, given) => {
      const variables = (await given(ground)) as Row;
      const declared = schema.getMutationType()?.getFields()[field]?.args ?? [];
      const sent = declared.filter(({ name }) => name in variables);
      const head = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
      const args = sent.map(({ name }) => `${name}: $${name}`).join(', ');
      const answer = await ask(
        executor,
        `mutation (${head}) { answer: ${field}(${args}) { ${recordsIn(field)} userErrors { message } } }`,
        variables,
      );
      expect(answer['answer']).toMatchObject({ userErrors: [] });
      const told = toldIn(answer);
      expect([...told].filter(([, ways]) => ways.size > 1)).toEqual([]);
      const records = new Map(
        [...told.keys()].map((name) => {
          const [type = '', id = ''] = name.split(' ');
          return [`${type} ${id}`, { type, id }];
        }),
      );
      for (const { type, id } of records.values()) {
        if (!readable.includes(type) || field === `delete${type}`) continue;
        wereRead.add(type);
        const now = toldIn(await ask(executor, readAgain(type), { id }));
        const again = [...now].filter(([name]) => told.has(name));
        expect(again.length).toBeGreaterThan(0);
        for (const [name, ways] of again) expect([name, told.get(name)]).toEqual([name, ways]);
      }
    },
  );
});

test('records of every type that is read by its id were read again', () => {
  expect([...wereRead].toSorted()).toEqual(readable.toSorted());
});
