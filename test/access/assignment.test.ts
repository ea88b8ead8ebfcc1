import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';
import { readState } from '../contract/database-state.ts';
import type { Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { basic, keyHeader } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { foreignId, hostile, knownNames, marks, snake, writes } from './attributes.ts';
import type { Target, Written } from './attributes.ts';

let store: Store;
let scene: Scene;
let reader: Account;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  // The foreign id belongs to other orders' records: it exists, but in no target.
  for (const make of [scene.addressed, scene.sold, scene.paid]) await make();
  reader = await store.account('reader', ['orders_read']);
});

afterAll(() => store.close());

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const callers = {
  'the owner, newer': () => keyHeader(scene.ann.key),
  'the owner, older': () => basic(scene.ann.key),
  'the holder of the token': ({ token }: Target) => ({ 'x-serviceordertoken': token }),
  'an admin, newer': () => keyHeader(scene.admin.key),
  'an admin, older': () => basic(scene.admin.key),
  'a reader': () => keyHeader(reader.key),
  'a stranger': () => keyHeader(scene.bob.key),
} as const;
type CallerName = keyof typeof callers;

const admins: readonly CallerName[] = ['an admin, newer', 'an admin, older'];
const people: readonly CallerName[] = [
  'the owner, newer',
  'the owner, older',
  'the holder of the token',
];

/** Who is authorized, and who gets 401. Anyone with a key may create orders. */
const letIn = ({ adminOnly, title }: Written): readonly CallerName[] => {
  if (adminOnly) return admins;
  return [...admins, ...(title === 'POST /api/orders' ? people.slice(0, 2) : people)];
};

/** Every attribute of the schema that this caller may not write, each with a value that would show. */
function closedTo(caller: CallerName, { open, override }: Written): Record<string, unknown> {
  const heard = new Set([...words(open), ...(admins.includes(caller) ? words(override) : [])]);
  const closed = knownNames.filter((name) => !heard.has(name));
  return Object.fromEntries(closed.map((name) => [name, hostile(name)]));
}

const send = (row: Written, target: Target, caller: CallerName, attributes: object) =>
  store
    .client(callers[caller](target))
    [row.method](`${target.path}${caller.endsWith('older') ? '.json' : ''}`, {
      body: row.body(attributes, target.names),
    });

/** All rows as text, for values that must not occur in them. */
const asText = (rows: unknown): string =>
  JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

/** What differs between any two records created alike. */
const ownToEach = (key: string): boolean => /(Id|At|number|token)$/.test(key) && key !== 'userId';

/**
 * Replaces values that are unique to a record by whether there is any, and the foreign id if it was accepted.
 */
const alike = (rows: unknown): string =>
  JSON.stringify(
    rows,
    (key, value: unknown) => {
      if (key === 'id') return undefined;
      if (ownToEach(key) && value !== null && value !== BigInt(foreignId)) return 'its own';
      return typeof value === 'bigint' ? String(value) : value;
    },
    1,
  ).replace(/shirt[- ]\d+(-\d+)?/gi, 'shirt');

describe('A25: what a caller may not write is ignored', () => {
  const cases = writes.flatMap((row) => letIn(row).map((caller) => ({ row, caller })));

  test.each(cases.map(({ row, caller }) => ({ title: row.title, caller, row })))(
    '$title, by $caller',
    async ({ row, caller }) => {
      const plain = await row.make(scene);
      expect((await send(row, plain, caller, {})).status).toBeLessThan(300);
      const written = alike(await plain.read());

      const target = await row.make(scene);
      const before = row.method === 'put' ? await target.read() : undefined;
      const { status, text } = await send(row, target, caller, closedTo(caller, row));
      expect([status < 300, text]).toEqual([true, text]);
      const after = await target.read();
      expect(alike(after)).toBe(written);
      expect(asText(after)).not.toMatch(marks);
      if (!row.title.includes('checkouts') && !row.title.includes('payment in it') && before) {
        expect(after).toEqual(before);
      }
    },
  );
});

describe('A18: a caller without permission writes nothing', () => {
  test.each(writes.map((row) => ({ title: row.title, row })))('$title', async ({ row }) => {
    const target = await row.make(scene);
    const others = (Object.keys(callers) as CallerName[]).filter(
      (caller) =>
        !letIn(row).includes(caller) &&
        (row.title !== 'POST /api/orders' || caller === 'the holder of the token'),
    );
    const before = await readState(store.db);
    const all = Object.fromEntries(knownNames.map((name) => [name, hostile(name)]));
    for (const caller of others) {
      expect([caller, (await send(row, target, caller, all)).status]).toEqual([caller, 401]);
    }
    expect(await readState(store.db)).toEqual(before);
  });
});

describe('what only admins may write is accepted from them, or refused with a message', () => {
  const cases = writes.flatMap((row) =>
    words(row.override)
      // Whether a record's id is hidden is tested with these writes themselves.
      .filter((name) => !name.endsWith('_id'))
      .map((name) => ({ title: row.title, name, row })),
  );
  test.each(cases)('$name by $title', async ({ row, name }) => {
    const plain = await row.make(scene);
    await send(row, plain, 'an admin, newer', {});
    const written = JSON.stringify(alike(await plain.read()));
    const target = await row.make(scene);
    const { status, text } = await send(row, target, 'an admin, newer', { [name]: hostile(name) });
    if (status < 300) {
      const isHeard = name === 'number' || JSON.stringify(alike(await target.read())) !== written;
      expect(isHeard).toBe(true);
      return;
    }
    // the version of another time is a conflict, and anything else an error of its field
    expect(status).toBe(name === 'lock_version' ? 409 : 422);
    expect(text).toContain(name === 'lock_version' ? 'changed by someone else' : name);
  });
});

describe('A25 in GraphQL: what a caller may not write is refused, by the same rows', () => {
  const asked = writes.filter(({ ask }) => ask !== undefined);

  const inputFields = (name: string): string[] => {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) throw new Error(`The schema has no input ${name}.`);
    return Object.keys(type.getFields());
  };

  test.each(asked.map((row) => ({ title: row.title, row })))('$title', async ({ row }) => {
    const heard = new Set(words(row.open));
    const closed = inputFields(row.input).filter((name) => !heard.has(snake(name)));
    const input = Object.fromEntries(closed.map((name) => [name, hostile(snake(name))]));
    for (const caller of ['the owner, newer', 'the holder of the token'] as const) {
      const target = await row.make(scene);
      const before = await target.read();
      const { body } = await store.client(callers[caller](target)).post('/graphql', {
        body: {
          query: row.ask,
          variables: {
            order: { number: target.names['order'] },
            line: target.names['line'],
            input,
          },
        },
      });
      const [payload] = Object.values((body as { data: object }).data) as [
        { userErrors: { code: string; field: string[] }[] },
      ];
      expect(payload.userErrors.map(({ code, field }) => [code, ...field]).toSorted()).toEqual(
        closed.map((name) => ['INVALID', name]).toSorted(),
      );
      expect(await target.read()).toEqual(before);
    }
  });

  test.each([...new Set(writes.map(({ input }) => input))])(
    'every field of %s has a row that says who writes it',
    (input) => {
      const rows = writes.filter((row) => row.input === input);
      const named = new Set(rows.flatMap(({ open, override }) => words(`${open} ${override}`)));
      const without = inputFields(input).filter((name) => !named.has(snake(name)));
      // A record is named by its path; in a body its id, or the number of a shipment, selects one.
      const names = input === 'OrderShipmentInput' ? ['id', 'number'] : ['id'];
      expect(without.filter((name) => !names.includes(name))).toEqual([]);
    },
  );
});

test('every route that takes attributes has a row', () => {
  const taking = routes
    .filter((route) => 'writes' in route)
    // An event accepts a tracking number, and nothing else.
    .filter(({ path }) => !/:shipment\/\w+$/.test(path))
    .map(
      ({ method, path }) => `${method} ${path.replace('/api/inventory_units', '/inventory_units')}`,
    );
  const without = [...new Set(taking)].filter(
    (route) => !writes.some(({ title }) => title === route),
  );
  expect(without).toEqual([
    // They accept whether returned units are put back on the shelf, and the version.
    'PUT /api/orders/:order/event',
    'PUT /api/orders/:order/return',
    'PUT /inventory_units/:inventory_unit/event',
    'PUT /inventory_units/:inventory_unit/return',
    'PUT /inventory_units/:inventory_unit/fill_backorder',
    'PUT /inventory_units/:inventory_unit/ship',
    // They accept an amount, and nothing else.
    'PUT /api/orders/:order/payments/:id/capture',
    'PUT /api/orders/:order/payments/:id/credit',
  ]);
});
