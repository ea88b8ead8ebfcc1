import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { tableRows } from '../../prisma/generated/tables.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
const fallbacks: string[] = [];
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({
    onFallback: (...left) => fallbacks.push(left.join(': ')),
    onStatement: (sql) => statements.push(sql),
  });
});
afterAll(() => database.close());
beforeEach(() => {
  fallbacks.length = 0;
  statements.length = 0;
});

describe('What the fast path relies on', () => {
  test('every time is stored with its zone', () => {
    const times = tableRows.flatMap(({ columns }) =>
      columns.filter(({ type }) => type === 'DateTime'),
    );
    expect(times.length).toBeGreaterThan(50);
    expect(times.filter(({ nativeType }) => nativeType !== 'Timestamptz')).toEqual([]);
  });

  test('every value that a write may leave out is filled by the database', async () => {
    const filled = await database.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_default IS NOT NULL OR is_generated = 'ALWAYS' OR is_identity = 'YES')`,
    );
    const names = new Set(filled.map(({ name }) => name));
    const expected = tableRows.flatMap(({ table, columns }) =>
      columns
        .filter((column) => column.default !== 'none')
        .map(({ column }) => `${table}.${column}`),
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('A condition that names nothing', () => {
  test.each([
    [{ NOT: {} }, 'all'],
    [{ NOT: [{ abbr: undefined }, {}] }, 'all'],
    [{ NOT: [{}, { abbr: 'ME' }] }, 'all but one'],
    [{ NOT: { OR: [{}] } }, 'all'],
    [{ OR: [] }, 'none'],
    [{ OR: [{}, { abbr: undefined }] }, 'none'],
    [{ OR: [{}, { abbr: 'ME' }] }, 'one'],
    [{ OR: [{ AND: [{}] }] }, 'none'],
    [{ AND: [{}, { AND: [] }] }, 'all'],
  ])('counts for nothing, as with Prisma: %j finds %s', async (condition, found) => {
    const where = { country: { iso: 'US' }, ...condition } as object;
    const all = await database.prisma.state.count({ where: { country: { iso: 'US' } } });
    const expected = { all, 'all but one': all - 1, none: 0, one: 1 }[found];
    expect(await database.prisma.state.count({ where })).toBe(expected);
    expect(await database.client.state.count({ where })).toBe(expected);
    expect(fallbacks).toEqual('NOT' in condition ? ['State: count: filter NOT'] : []);
  });
});

describe('What it does not speak', () => {
  test.each([
    [
      'country',
      'findMany',
      { where: { states: { every: { abbr: 'ME' } } }, take: 2 },
      'relation filter every',
    ],
    [
      'state',
      'findMany',
      { where: { country: { isNot: { iso: 'US' } } }, take: 2, orderBy: { id: 'asc' } },
      'relation filter isNot',
    ],
    [
      'state',
      'findMany',
      { where: { NOT: { country: { iso: 'US' } } }, take: 2, orderBy: { id: 'asc' } },
      'filter NOT',
    ],
    ['country', 'findMany', { cursor: { id: 3n }, take: 2, orderBy: { id: 'asc' } }, 'cursor'],
    [
      'country',
      'findFirst',
      { include: { _count: true }, orderBy: { id: 'asc' } },
      'selection of _count',
    ],
    ['country', 'aggregate', { _max: { id: true } }, 'the verb'],
  ])('%s.%s(%j) is answered by Prisma, and told', async (model, verb, args, reason) => {
    type Verbs = Readonly<Record<string, Record<string, (args: unknown) => Promise<unknown>>>>;
    const ask = (client: unknown) => (client as Verbs)[model]?.[verb]?.(args);
    const expected = await ask(database.prisma);
    expect(expected).toBeTruthy();
    expect(await ask(database.client)).toEqual(expected);
    const name = `${model.charAt(0).toUpperCase()}${model.slice(1)}`;
    expect(fallbacks).toEqual([`${name}: ${verb}: ${reason}`]);
  });

  test('a record that is not there is missing as with Prisma', async () => {
    const missing = { where: { id: 0n } };
    await expect(database.client.country.findUniqueOrThrow(missing)).rejects.toMatchObject({
      code: 'P2025',
    });
    await expect(
      database.client.order.update({ ...missing, data: { channel: 'x' } }),
    ).rejects.toMatchObject({ code: 'P2025' });
  });
});

describe('The first record', () => {
  const select = { name: true } as const;

  test('is not sorted for if a unique key names it', async () => {
    const named = await database.client.country.findFirst({
      where: { iso: 'US', numcode: 840 },
      select,
    });
    expect(named).toEqual({ name: 'United States' });
    expect(statements.join()).not.toMatch(/limit|order by/);
  });

  test('is sorted for if several may match', async () => {
    for (const where of [{ numcode: 840 }, { iso: { in: ['US', 'DE'] } }]) {
      await database.client.country.findFirst({ where, select });
    }
    expect(statements.map((text) => /order by .* limit/.test(text))).toEqual([true, true]);
  });
});

describe('A record that leads back to the one it was read for', () => {
  const ask = (client: Database['client']) =>
    client.country.findFirst({
      where: { iso: 'US' },
      select: {
        id: true,
        iso: true,
        states: {
          where: { abbr: { in: ['ME', 'NY'] } },
          orderBy: { abbr: 'asc' },
          select: { abbr: true, country: { select: { iso: true } } },
        },
      },
    });

  test('is not read again', async () => {
    const country = await ask(database.client);
    expect(country?.states).toEqual([
      { abbr: 'ME', country: { iso: 'US' } },
      { abbr: 'NY', country: { iso: 'US' } },
    ]);
    expect(country).toEqual(await ask(database.prisma));
    const [statement = ''] = statements;
    expect(statement.match(/from "countries"/g)).toHaveLength(1);
  });

  test('is read again for what was not asked of it before', async () => {
    const country = await database.client.country.findFirst({
      where: { iso: 'US' },
      select: {
        id: true,
        states: {
          where: { abbr: 'ME' },
          select: { country: { select: { name: true } } },
        },
      },
    });
    expect(country?.states).toEqual([{ country: { name: 'United States' } }]);
  });

  test('shows its other records only if the same ones were selected', async () => {
    const country = await database.client.country.findFirst({
      where: { iso: 'US' },
      select: {
        states: {
          where: { abbr: 'ME' },
          select: {
            abbr: true,
            country: {
              select: { states: { where: { abbr: 'NY' }, select: { abbr: true } } },
            },
          },
        },
      },
    });
    expect(country?.states).toEqual([{ abbr: 'ME', country: { states: [{ abbr: 'NY' }] } }]);
  });
});

describe('A selection', () => {
  const selection = { states: { select: { abbr: true }, orderBy: { id: 'asc' } } } as const;

  test.each([
    ['written anew', () => structuredClone(selection)],
    ['kept', () => selection],
  ])('%s is all that is read, or beside all columns', async (_how, write) => {
    const find = async (client: Database['client']) => {
      const where = { iso: 'US' };
      const alone = await client.country.findUniqueOrThrow({ where, select: write() });
      const beside = await client.country.findUniqueOrThrow({ where, include: write() });
      const again = await client.country.findUniqueOrThrow({ where, select: write() });
      return [alone, beside, again].map((country) => Object.keys(country).sort());
    };
    const found = await find(database.client);
    expect(found).toEqual([['states'], expect.arrayContaining(['iso', 'name']), ['states']]);
    expect(found).toEqual(await find(database.prisma));
  });
});

describe('Rows of which some are there already', () => {
  test('are written where they are not, with skipDuplicates', async () => {
    const roles = (...names: string[]) => ({
      data: names.map((name) => ({ name })),
      skipDuplicates: true,
    });
    expect(await database.prisma.role.createMany(roles('packer', 'clerk'))).toEqual({ count: 2 });
    expect(await database.prisma.role.createMany(roles('packer', 'buyer'))).toEqual({ count: 1 });
    expect(await database.client.role.createMany(roles('packer', 'carrier'))).toEqual({ count: 1 });
    expect(await database.client.role.createMany(roles('packer', 'carrier'))).toEqual({ count: 0 });
    expect(fallbacks).toEqual([]);
  });
});

describe('A record of which only the id is selected', () => {
  test('is not read, for the row that refers to it holds the id', async () => {
    const find = (client: Database['client']) =>
      client.zoneMember.findMany({
        orderBy: { id: 'asc' },
        select: { id: true, country: { select: { id: true } }, state: { select: { id: true } } },
      });
    const state = await database.client.state.findFirstOrThrow({ where: { abbr: 'ME' } });
    const zone = await database.client.zone.create({ data: { name: 'Maine' } });
    await database.client.zoneMember.createMany({
      data: [
        { zoneId: zone.id, stateId: state.id },
        { zoneId: zone.id, countryId: state.countryId },
      ],
    });
    statements.length = 0;
    const members = await find(database.client);
    expect(members.slice(-2)).toMatchObject([
      { country: null, state: { id: state.id } },
      { country: { id: state.countryId }, state: null },
    ]);
    expect(members).toEqual(await find(database.prisma));
    const [statement = ''] = statements;
    expect(statement.match(/from "/g)).toHaveLength(1);
  });

  test('is read if it is the one that refers', async () => {
    const find = (client: Database['client']) =>
      client.variant.findMany({ select: { id: true, masterOf: { select: { masterId: true } } } });
    await makeVariant(database.client);
    statements.length = 0;
    const variants = await find(database.client);
    expect(variants).toMatchObject([{ masterOf: { masterId: expect.any(BigInt) as unknown } }]);
    expect(variants).toEqual(await find(database.prisma));
    const [statement = ''] = statements;
    expect(statement.match(/from "/g)).toHaveLength(2);
  });

  test('is read if it refers by the id that both share, as it may not exist', async () => {
    const find = (client: Database['client']) =>
      client.stockItem.findMany({
        select: { id: true, stockFill: { select: { stockItemId: true } } },
      });
    await makeVariant(database.client);
    const stockItems = await find(database.client);
    expect(stockItems[0]).toMatchObject({ stockFill: null });
    expect(stockItems).toEqual(await find(database.prisma));
  });
});

describe('A transaction', () => {
  const zone = (name: string) => ({ data: { name }, select: { id: true } });

  test('is Prisma’s as well: it sees what was written, and is committed once', async () => {
    const names = await database.client.$transaction(async (tx) => {
      const { id } = await tx.zone.create(zone('Fast'));
      await tx.zone.upsert({
        where: { name: 'Slow' },
        create: { name: 'Slow' },
        update: {},
      });
      await tx.zone.update({ where: { id }, data: { description: 'seen' } });
      return tx.zone.groupBy({ by: ['description'], where: { name: { in: ['Fast', 'Slow'] } } });
    });
    expect(names.map(({ description }) => description).sort()).toEqual([null, 'seen']);
    expect(statements.filter((sql) => sql === 'BEGIN')).toHaveLength(1);
    expect(statements.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
    expect(await database.client.zone.count({ where: { name: { in: ['Fast', 'Slow'] } } })).toBe(2);
  });

  test('runs what it is asked at once in the order asked, from its first statement on', async () => {
    const count = (tx: { readonly zone: Database['client']['zone'] }) =>
      tx.zone.count({ where: { name: 'First' } });
    const found = await database.client.$transaction((tx) =>
      Promise.all([
        count(tx),
        tx.zone.create(zone('First')).then(() => 'written'),
        count(tx),
        tx.$executeRaw`DELETE FROM zones WHERE name = 'First'`,
        count(tx),
      ]),
    );
    expect(found).toEqual([0, 'written', 1, 1, 0]);
  });

  test('tells what failed first of what it was asked at once', async () => {
    const failed = database.client.$transaction((tx) =>
      Promise.all([
        tx.zone.create(zone('Undone')),
        tx.$executeRaw`SELECT 1 / 0`,
        tx.zone.count(),
        tx.zone.create(zone('Refused')),
      ]),
    );
    await expect(failed).rejects.toThrow(/division by zero/);
    const names = { in: ['Undone', 'Refused'] };
    expect(await database.client.zone.count({ where: { name: names } })).toBe(0);
  });

  test('tells whoever asked something behind a failed statement why that one failed', async () => {
    let told: readonly PromiseSettledResult<unknown>[] = [];
    const failed = database.client.$transaction(async (tx) => {
      told = await Promise.allSettled([
        tx.$executeRaw`SELECT 1 / 0`,
        tx.zone.count(),
        tx.zone.create(zone('Behind')),
      ]);
      throw new Error('enough');
    });
    await expect(failed).rejects.toThrow('enough');
    const reasons = told.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'));
    expect(reasons).toEqual(Array(3).fill(expect.stringMatching(/division by zero/)));
  });

  test('that fails leaves nothing behind, by whichever way it was written', async () => {
    const failed = database.client.$transaction(async (tx) => {
      await tx.zone.create(zone('Gone'));
      await tx.zone.upsert({ where: { name: 'Too' }, create: { name: 'Too' }, update: {} });
      throw new Error('enough');
    });
    await expect(failed).rejects.toThrow('enough');
    expect(statements.filter((sql) => sql === 'ROLLBACK')).toHaveLength(1);
    expect(await database.client.zone.count({ where: { name: { in: ['Gone', 'Too'] } } })).toBe(0);
  });

  test('whose failed statement was passed over is not reported as committed', async () => {
    const passedOver = database.client.$transaction(async (tx) => {
      await tx.zone.create(zone('Half'));
      await tx.$executeRaw`SELECT 1 / 0`.catch(() => undefined);
    });
    await expect(passedOver).rejects.toThrow(/rolled back/);
    expect(await database.client.zone.count({ where: { name: 'Half' } })).toBe(0);
  });
});
