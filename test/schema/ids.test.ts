import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLID, isObjectType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeVariant } from '../support/records.ts';
import { adminViewer, run } from '../support/graphql.ts';

let database: Database;
let variantId: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
  variantId = await makeVariant(database.client);
});
afterAll(() => database.close());

const find = (id: unknown) =>
  run(database.client, adminViewer, 'query ($id: ID!) { variant(by: { id: $id }) { id } }', { id });

describe('An id (B40)', () => {
  test('is returned as a text, and taken as that text or as an integer', async () => {
    const text = String(variantId);
    const found = { data: { variant: { id: text } }, errors: [] };
    expect(await find(text)).toEqual(found);
    expect(await find(Number(variantId))).toEqual(found);
  });

  test('that no JSON number can hold is returned digit for digit', () => {
    expect(GraphQLID.serialize(9_007_199_254_740_993n)).toBe('9007199254740993');
  });

  test.each(['', '0', '-1', '1e3', '9'.repeat(40), 'variant'])(
    'that is %p names no record, which is no fault of the request (A22)',
    async (id) => {
      expect((await find(id)).errors).toEqual([{ code: 'NOT_FOUND' }]);
    },
  );

  test.each([1.5, true, [1.5], { id: 1 }])('is never %p', async (id) => {
    expect(await find(id)).toEqual({ data: null, errors: [{ code: 'BAD_USER_INPUT' }] });
  });
});

/** The fields of records with the id of another record. */
const idsOfOthers = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (!isObjectType(type)) return [];
  const fields = type.getFields();
  return Object.keys(fields)
    .filter((name) => name.endsWith('Id'))
    .map((name) => ({ field: `${type.name}.${name}`, edge: fields[name.slice(0, -2)] }));
});

test('the id of another record stands beside the edge to it only where rights may hide the edge (V29)', () => {
  const beside = idsOfOthers.filter(({ edge }) => edge);
  expect(beside.length).toBeGreaterThan(10);
  expect(beside.filter(({ edge }) => edge?.extensions['isEdge'] !== true)).toEqual([]);
});

test('the id of another record stands without an edge only where no one kind of record in the store has it (V29)', () => {
  const without = idsOfOthers.filter(({ edge }) => !edge).map(({ field }) => field);
  expect(without.toSorted()).toEqual([
    // beside the kind of record, which differs
    'Adjustment.sourceId',
    // the log outlives the records that it names
    'AuditEntry.apiKeyId',
    'AuditEntry.subjectId',
    'AuditEntry.userId',
    // the client's own
    'InventoryUnit.returnAuthorizationId',
    'StateChange.recordId',
  ]);
});
