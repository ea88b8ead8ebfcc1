import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { sendRows } from '../../support/bulk.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/dispatch.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { whenWaiting } from '../../support/lock-waits.ts';
import { deskOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.client.externalReference.deleteMany({});
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

/** A variant with a SKU of its own, and the row that refers to it in the ERP. */
async function goods() {
  made += 1;
  const sku = `REF-${String(made)}`;
  const id = await makeVariant(database.client, { sku });
  const row = (value: string | null, source = 'erp') => ({
    record: { variant: { sku } },
    source,
    value,
  });
  return { id, sku, row };
}

const send = (rows: object[], policy?: 'EACH') =>
  sendRows(database, 'setExternalRefs', rows, policy);

const stored = () =>
  database.client.externalReference.findMany({
    select: { source: true, value: true, variantId: true },
    orderBy: [{ source: 'asc' }, { value: 'asc' }],
  });

/** The answer to rows that are refused, after checking that nothing was changed. */
async function refuse(rows: object[], policy?: 'EACH') {
  const before = await stored();
  const answer = await send(rows, policy);
  expect(await stored()).toEqual(before);
  return answer;
}

describe('setExternalRefs (V24)', () => {
  test('gives a record one name in each system, which replaces the one before', async () => {
    const { sku, row } = await goods();
    await send([row('A1'), row('S-9', 'supplier')]);
    const { records, refused } = await send([row('A2')]);
    expect(refused).toEqual({});
    expect(records).toEqual([
      {
        sku,
        externalRefs: [
          { source: 'erp', value: 'A2' },
          { source: 'supplier', value: 'S-9' },
        ],
      },
    ]);
  });

  test('null removes the name', async () => {
    const { row } = await goods();
    await send([row('A1')]);
    expect((await send([row(null)])).records).toMatchObject([{ externalRefs: [] }]);
    expect((await send([row(null)])).refused).toEqual({});
  });

  test('V30: a row without a value removes nothing', async () => {
    const { sku, row } = await goods();
    await send([row('A1')]);
    const { refused } = await refuse([{ record: { variant: { sku } }, source: 'erp' }]);
    expect(refused).toEqual({ 0: ["INVALID value can't be blank"] });
    expect((await send([row(' ')])).records).toMatchObject([{ externalRefs: [] }]);
  });

  test('names orders, products and users too, and the same name may stand for one of each kind', async () => {
    const { id } = await goods();
    const { number } = await deskOf(database.client, adminViewer).cartOf([id, 1]);
    const { product } = await database.client.variant.findUniqueOrThrow({
      where: { id },
      select: { product: { select: { permalink: true } } },
    });
    const user = await makeUser(database.client, 'Erp@Harbour.test');
    const document = `mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows) {
      results {
        order { number externalRefs { value } } product { permalink externalRefs { value } }
        variant { externalRefs { value } } user { email externalRefs { value } } userErrors { message } }
      whole: userErrors { message } } }`;
    const records = [
      { order: { number: number.toLowerCase() } },
      { product: { permalink: product.permalink } },
      { variant: { id: String(id) } },
      { user: { email: 'erp@harbour.test' } },
    ];
    const rows = records.map((record) => ({ record, source: 'erp', value: '4711' }));
    const { data, errors } = await run(database.client, adminViewer, document, { rows });
    expect(errors).toEqual([]);
    const externalRefs = [{ value: '4711' }];
    const none = { order: null, product: null, variant: null, user: null, userErrors: [] };
    expect(data).toEqual({
      setExternalRefs: {
        results: [
          { ...none, order: { number, externalRefs } },
          { ...none, product: { permalink: product.permalink, externalRefs } },
          { ...none, variant: { externalRefs } },
          { ...none, user: { email: user.email, externalRefs } },
        ],
        whole: [],
      },
    });
  });

  test('a name that another record has is taken', async () => {
    const [one, two] = [await goods(), await goods()];
    await send([one.row('A1')]);
    expect((await refuse([two.row('A1')])).refused).toEqual({
      0: ['INVALID value has already been taken'],
    });
    expect((await send([two.row('B'), two.row('A1', 'other')])).refused).toEqual({});
  });

  test('names move between records of one request, and stay where one of these is refused', async () => {
    const [one, two] = [await goods(), await goods()];
    await send([one.row('A1'), two.row('A2')]);
    const { records } = await send([one.row('A2'), two.row('A1')]);
    expect(records).toMatchObject([
      { externalRefs: [{ value: 'A2' }] },
      { externalRefs: [{ value: 'A1' }] },
    ]);
    const three = await goods();
    await send([three.row('A3')]);
    const { refused } = await refuse([two.row('A2'), one.row('A3')], 'EACH');
    expect(refused).toEqual({
      0: ['INVALID value has already been taken'],
      1: ['INVALID value has already been taken'],
    });
  });

  test('V30: a row that sends back the name of its record is written, wherever another row wants that name', async () => {
    const [one, two] = [await goods(), await goods()];
    await send([one.row('A1'), two.row('A2')]);
    const rows = [two.row('A2'), one.row('A2')];
    const taken = ['INVALID value has already been taken'];
    expect((await refuse(rows, 'EACH')).refused).toEqual({ 1: taken });
    expect((await refuse(rows.toReversed(), 'EACH')).refused).toEqual({ 0: taken });
  });

  test('a row that is refused keeps its name, through any number of rows that wait for each other', async () => {
    const [first, last] = [await goods(), await goods()];
    const between = [];
    for (let place = 0; place < 20; place += 1) between.push(await goods());
    const chain = [first, ...between];
    await send([...chain, last].map(({ row }, place) => row(`C${String(place)}`)));
    const moved = chain.map(({ row }, place) => row(`C${String(place + 1)}`));
    for (const rows of [moved, moved.toReversed()]) {
      const { refused } = await refuse(rows, 'EACH');
      expect(Object.keys(refused)).toHaveLength(chain.length);
    }
    expect((await send([...moved, last.row('C0')], 'EACH')).refused).toEqual({});
    expect((await stored()).map(({ variantId }) => variantId)).toEqual(
      expect.arrayContaining([first.id, last.id]),
    );
    const [gone, named] = [chain[3], chain[4]];
    const { refused } = await send(
      [gone?.row(null), named?.row('C4')].flatMap((row) => row ?? []),
      'EACH',
    );
    expect(refused).toEqual({});
  });

  test('a deleted record gives its name to the next that wants it, and shows it until then', async () => {
    const [old, fresh] = [await goods(), await goods()];
    await send([old.row('A1')]);
    await database.client.variant.update({
      where: { id: old.id },
      data: { deletedAt: new Date() },
    });
    expect(await stored()).toEqual([{ source: 'erp', value: 'A1', variantId: old.id }]);
    expect((await send([fresh.row('A1')])).refused).toEqual({});
    expect(await stored()).toEqual([{ source: 'erp', value: 'A1', variantId: fresh.id }]);
  });

  test('rows that name nothing or too much say so, and the others are written', async () => {
    const { sku, row } = await goods();
    const { records, refused } = await send(
      [
        row('A1'),
        { record: { order: { number: 'R-NONE' } }, source: 'erp', value: '1' },
        row('x'.repeat(256), 'long'),
        row('1', ' '),
      ],
      'EACH',
    );
    expect(records).toMatchObject([{ sku, externalRefs: [{ value: 'A1' }] }, null, null, null]);
    expect(refused).toEqual({
      1: ['NOT_FOUND record does not exist'],
      2: ['INVALID value is too long (maximum is 255 characters)'],
      3: ["INVALID source can't be blank"],
    });
  });

  test('two names in one system for the same record are refused as a whole', async () => {
    const { row } = await goods();
    expect((await refuse([row('A1'), row('A2')])).whole).toEqual([
      'INVALID rows.1 writes the same as row 0',
    ]);
  });

  test('an e-mail address names the user whatever its case, also in letters that PostgreSQL folds in its own way', async () => {
    const sent = {
      'ΝΙΚΟΣ@shop.gr': 'ΝΙΚΟΣ@shop.gr',
      'İpek@shop.test': 'İpek@SHOP.test',
      'Ada@Shop.gr': 'ADA@shop.gr',
    };
    for (const email of Object.keys(sent)) await makeUser(database.client, email);
    const document = `mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows) {
      results { user { email } userErrors { code } } userErrors { message } } }`;
    const rows = Object.values(sent).map((email) => ({
      record: { user: { email } },
      source: 'crm',
      value: email,
    }));
    const { data } = await run(database.client, adminViewer, document, { rows });
    const results = Object.keys(sent).map((email) => ({ user: { email }, userErrors: [] }));
    expect(data).toEqual({ setExternalRefs: results });
  });

  test('who may not read users cannot find out whose an address is', async () => {
    const user = await makeUser(database.client, 'whose@harbour.test');
    const clerk = viewerWith(null, 'users.update');
    const document = `mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows, policy: EACH) {
      results { user { id } userErrors { code field message } } userErrors { code field message } } }`;
    const ask = (viewer: typeof clerk, by: object) =>
      run(database.client, viewer, document, {
        rows: [{ record: { user: by }, source: 'crm', value: '7' }],
      });
    for (const email of [user.email, 'nobody@harbour.test']) {
      const { data, errors } = await ask(clerk, { email });
      expect([data, errors]).toEqual([
        { setExternalRefs: null },
        [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
      ]);
    }
    expect(await stored()).toEqual([]);
    expect((await ask(clerk, { id: String(user.id) })).errors).toEqual([]);
    const reader = viewerWith(null, 'users.update', 'users.read');
    expect((await ask(reader, { email: user.email })).data).toMatchObject({
      setExternalRefs: [{ user: { id: String(user.id) } }],
    });
  });

  test('N70: the names of a user are set by who has all its rights, and none moves without them', async () => {
    const { client } = database;
    const roles = { create: { role: { connect: { name: 'admin' } } } };
    const chief = await client.user.create({ data: { email: 'chief@harbour.test', roles } });
    const helper = {
      create: { name: 'helper', permissions: { create: { permission: 'users.update' } } },
    };
    const data = { email: 'helper@harbour.test', roles: { create: { role: helper } } };
    const user = { ...(await client.user.create({ data })), name: null };
    const document = `mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows, policy: EACH) {
      results { userErrors { code field message } } whole: userErrors { code } } }`;
    const row = ({ id }: { id: bigint }, value: string | null) => ({
      record: { user: { id: String(id) } },
      source: 'crm',
      value,
    });
    const ask = async (viewer: typeof adminViewer, ...rows: object[]) => {
      const { data: answer, errors } = await run(client, viewer, document, { rows });
      expect(errors).toEqual([]);
      const { results } = (answer as { setExternalRefs: { results: { userErrors: unknown[] }[] } })
        .setExternalRefs;
      return results.map(({ userErrors }) => userErrors);
    };
    const named = async () =>
      (await client.externalReference.findMany({ orderBy: { id: 'asc' } })).map(
        ({ userId, value }) => [userId, value],
      );
    const clerk = viewerWith(user, 'users.update');
    const beyond = [
      { code: 'REFUSED', field: null, message: 'The user has rights that you lack.' },
    ];
    const taken = [{ code: 'INVALID', field: ['value'], message: 'has already been taken' }];
    expect(await ask(clerk, row(chief, 'ADMIN-1'))).toEqual([beyond]);
    expect(await named()).toEqual([]);
    expect(await ask(adminViewer, row(chief, 'ADMIN-1'))).toEqual([[]]);
    expect(await ask(clerk, row(chief, null), row(user, 'ADMIN-1'))).toEqual([beyond, taken]);
    expect(await named()).toEqual([[chief.id, 'ADMIN-1']]);
    expect(await ask(clerk, row(user, 'HELPER'))).toEqual([[]]);
    expect(await ask(adminViewer, row(chief, null), row(user, 'ADMIN-1'))).toEqual([[], []]);
    expect(await named()).toEqual([[user.id, 'ADMIN-1']]);
    await client.userRole.deleteMany({ where: { userId: user.id } });
    const late = await run(client, clerk, document, { rows: [row(user, 'X')] });
    expect(late.errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
  });

  test.each([
    ['an address names the user', 'users.read'],
    ['it also names an order', 'orders.update'],
  ])('N70: who lost a right before the lock writes no names if %s', async (_when, lost) => {
    const { client } = database;
    const name = lost.replace('.', '_');
    const role = { name, permissions: { create: { permission: 'users.update' } } };
    const email = `${name}@harbour.test`;
    const user = await client.user.create({
      data: { email, roles: { create: { role: { create: role } } } },
    });
    const { number } = await deskOf(client, adminViewer).cartOf([(await goods()).id, 1]);
    const records = lost === 'users.read' ? [{ user: { email } }] : [{ order: { number } }];
    const rows = [...records, { user: { id: String(user.id) } }].map((record) => ({
      record,
      source: 'crm',
      value: 'LATE',
    }));
    const document = `mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows, policy: EACH) {
      results { index } } }`;
    const clerk = viewerWith({ ...user, name: null }, 'users.update', lost);
    expect(await run(client, clerk, document, { rows })).toEqual({
      data: { setExternalRefs: null },
      errors: [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
    });
    expect(await stored()).toEqual([]);
  });

  test('each kind needs its own right, and readers without it see no names', async () => {
    const { sku, row } = await goods();
    await send([row('A1')]);
    const user = await makeUser(database.client, 'clerk@harbour.test');
    const clerk = viewerWith(user, 'orders.*', 'products.update');
    const before = await stored();
    const { errors } = await sendRows(database, 'setExternalRefs', [row('A2')], 'EACH', clerk);
    expect(errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
    expect(await stored()).toEqual(before);
    const query = `{ variants(filter: { sku: { eq: "${sku}" } }) { nodes { externalRefs { value } } } }`;
    const shown = await Promise.all(
      [clerk, adminViewer].map((viewer) => run(database.client, viewer, query)),
    );
    expect(shown.map(({ data }) => data)).toEqual([
      { variants: { nodes: [{ externalRefs: null }] } },
      { variants: { nodes: [{ externalRefs: [{ value: 'A1' }] }] } },
    ]);
  });
});

describe('P75: a record has names in at most 50 systems', () => {
  const full = ['INVALID externalRefs is too long (maximum is 50 entries)'];
  const systems = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `system-${String(from + at)}`);

  test('a row that adds one more is refused, and nothing changes; another record has room of its own', async () => {
    const [one, other] = [await goods(), await goods()];
    await send(systems(1, 49).map((system) => one.row('N', system)));
    const rows = systems(50, 51).map((system) => one.row('N', system));
    expect((await refuse(rows)).refused).toEqual({ 1: full });
    expect((await send([...rows, other.row('O', 'system-51')], 'EACH')).refused).toEqual({
      1: full,
    });
    expect(await stored()).toHaveLength(51);
    expect((await refuse([one.row('N', 'system-52')], 'EACH')).refused).toEqual({ 0: full });
  });

  test('a full record takes another name in place of one, and one where another row removes one', async () => {
    const { row } = await goods();
    await send(systems(1, 50).map((system) => row('N', system)));
    const rows = [row('M', 'system-51'), row('M', 'system-50'), row(null, 'system-1')];
    expect((await send(rows)).refused).toEqual({});
    expect(await stored()).toHaveLength(50);
    expect((await refuse([row(null, 'system-1'), row('N', 'system-1')])).whole).toHaveLength(1);
  });

  test('a row whose name is taken leaves its room to the next', async () => {
    const [one, other] = [await goods(), await goods()];
    await send(systems(1, 49).map((system) => one.row('N', system)));
    await send([other.row('T', 'system-50')]);
    const rows = [one.row('T', 'system-50'), one.row('N', 'system-51')];
    expect((await send(rows, 'EACH')).refused).toEqual({
      0: ['INVALID value has already been taken'],
    });
  });

  test('a row that is refused for want of room leaves its name to the next', async () => {
    const [one, two, three] = [await goods(), await goods(), await goods()];
    await send(systems(1, 50).map((system) => one.row('N', system)));
    await send(systems(1, 49).map((system) => two.row('M', system)));
    const rows = [
      one.row('W', 'system-51'),
      two.row('W', 'system-51'),
      two.row('X', 'system-52'),
      three.row('X', 'system-52'),
    ];
    expect((await send(rows, 'EACH')).refused).toEqual({ 0: full, 2: full });
    expect((await stored()).filter(({ variantId }) => variantId === three.id)).toHaveLength(1);
  });

  test('a name that eight full records want counts as taken for those behind them', async () => {
    const records = await Promise.all(Array.from({ length: 10 }, () => goods()));
    const names = records.flatMap(({ row }, at) =>
      Array.from({ length: 50 }, (_, system) =>
        row(`${String(at)}-${String(system)}`, `s${String(system)}`),
      ),
    );
    expect((await send(names)).refused).toEqual({});
    const rows = records.map(({ row }) => row('wanted', 'another'));
    const { refused } = await refuse(rows, 'EACH');
    const first = Array.from({ length: 8 }, (_, at) => [at, full] as const);
    const taken = ['INVALID value has already been taken'];
    expect(refused).toEqual({ ...Object.fromEntries(first), 8: taken, 9: taken });
  });

  test('of two requests at once that each add one, one gets the last place', async () => {
    const { row } = await goods();
    await send(systems(1, 49).map((system) => row('N', system)));
    const answers = await Promise.all(systems(50, 51).map((system) => send([row('N', system)])));
    expect(answers.map(({ refused }) => refused)).toEqual(
      expect.arrayContaining([{}, { 0: full }]),
    );
    expect(await stored()).toHaveLength(50);
  });
});

test('of two requests that want the same names one gets them all', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => goods()));
  const others = await Promise.all(Array.from({ length: 10 }, () => goods()));
  const answers = await Promise.all([
    send(all.map(({ row }, at) => row(`N${String(at)}`))),
    send(others.map(({ row }, at) => row(`N${String(at)}`)).toReversed()),
  ]);
  const refused = answers.map((answer) => Object.keys(answer.refused).length);
  expect(refused.toSorted((a, b) => a - b)).toEqual([0, 10]);
  expect(await database.client.externalReference.count()).toBe(10);
});

// The embedded database has one connection: nothing can wait for another write.
if (process.env.TEST_DATABASE_URL !== undefined) {
  test('a request that waits for an order holds up no request that names other records (T53)', async () => {
    const { number } = await deskOf(database.client, adminViewer).create({});
    const { row } = await goods();
    const done: string[] = [];
    await database.session(async (session) => {
      await session.script('BEGIN');
      await session.query('SELECT id FROM orders WHERE number = $1 FOR UPDATE', [number]);
      const waiting = send([{ record: { order: { number } }, source: 'erp', value: 'W1' }]);
      const told = waiting.then(() => done.push('waiting'));
      await whenWaiting(database, 'it waits');
      expect((await send([row('F1')])).refused).toEqual({});
      done.push('free');
      await session.script('COMMIT');
      await told;
      expect((await waiting).refused).toEqual({});
    });
    expect(done).toEqual(['free', 'waiting']);
  });
}
