import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { countriesWithStates, listStates, referenceDataSql } from '../../prisma/reference-data.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('The migration is the text that the lists of ISO codes give.', async () => {
  const file = new URL(
    '../../prisma/migrations/20261120000100_reference_data/migration.sql',
    import.meta.url,
  );
  expect(await readFile(file, 'utf8')).toBe(referenceDataSql());
});

describe('Countries (C19)', () => {
  test('All 249 countries are there, numbered from 1.', async () => {
    const found = await database.client.country.aggregate({
      _count: true,
      _min: { id: true },
      _max: { id: true },
    });
    expect(found).toEqual({ _count: 249, _min: { id: 1n }, _max: { id: 249n } });
  });

  test('The first is Afghanistan.', async () => {
    expect(await database.client.country.findUnique({ where: { id: 1n } })).toEqual({
      id: 1n,
      name: 'Afghanistan',
      isoName: 'AFGHANISTAN',
      iso: 'AF',
      iso3: 'AFG',
      numcode: 4,
      statesRequired: false,
    });
  });

  test.each([
    ['US', 'United States'],
    ['GB', 'United Kingdom'],
    ['KR', 'South Korea'],
    ['VN', 'Vietnam'],
    ['RU', 'Russia'],
    ['CZ', 'Czechia'],
    ['CI', "Côte d'Ivoire"],
    ['TZ', 'Tanzania'],
  ])('%s has its common English name, %s.', async (iso, name) => {
    const country = await database.client.country.findUnique({ where: { iso } });
    expect(country?.name).toBe(name);
  });

  test('No name is a formal or an inverted one.', async () => {
    const names = await database.client.country.findMany({ select: { name: true } });
    expect(
      names
        .map(({ name }) => name)
        .filter((name) => /,[^,]* of|Republic of(?! the)|Kingdom of|\(/.test(name)),
    ).toEqual(['Cocos (Keeling) Islands']);
  });

  test('A country added later gets the next id.', async () => {
    const added = await database.client.country.create({
      data: { name: 'Nowhere', isoName: 'NOWHERE', iso: 'XX', iso3: 'XXX' },
    });
    await database.client.country.delete({ where: { id: added.id } });
    expect(added.id).toBe(250n);
  });
});

describe('States (C20)', () => {
  test('Exactly the countries with states require them, and have all of them.', async () => {
    const countries = await database.client.country.findMany({
      where: { OR: [{ statesRequired: true }, { states: { some: {} } }] },
      select: { iso: true, statesRequired: true, _count: { select: { states: true } } },
      orderBy: { iso: 'asc' },
    });
    expect(countries).toEqual(
      Object.entries(countriesWithStates).map(([iso, states]) => ({
        iso,
        statesRequired: true,
        _count: { states },
      })),
    );
  });

  test.each([
    ['US', 'CA', 'California'],
    ['US', 'DC', 'District of Columbia'],
    ['AU', 'VIC', 'Victoria'],
    ['CA', 'QC', 'Quebec'],
    ['IN', 'GJ', 'Gujarat'],
    ['BR', 'SP', 'São Paulo'],
    ['MX', 'COA', 'Coahuila'],
  ])('%s-%s is %s.', async (iso, abbr, name) => {
    const states = await database.client.state.findMany({ where: { abbr, country: { iso } } });
    expect(states.map((state) => state.name)).toEqual([name]);
  });

  test('They are numbered by country and name from 1.', () => {
    const states = listStates();
    expect(states.map((state) => state.id)).toEqual(states.map((_, index) => index + 1));
  });
});

describe('What a new store starts with', () => {
  test('Two built-in roles with their permissions (A13).', async () => {
    const roles = await database.client.role.findMany({
      orderBy: { name: 'asc' },
      select: { name: true, builtIn: true, permissions: { orderBy: { permission: 'asc' } } },
    });
    expect(
      roles.map((role) => ({
        ...role,
        permissions: role.permissions.map((one) => one.permission),
      })),
    ).toEqual([
      { name: 'admin', builtIn: true, permissions: ['*'] },
      {
        name: 'orders_read',
        builtIn: true,
        permissions: [
          'addresses.read',
          'inventory_units.index',
          'inventory_units.read',
          'line_items.index',
          'line_items.read',
          'orders.index',
          'orders.read',
          'payments.index',
          'payments.read',
          'shipments.index',
          'shipments.read',
        ],
      },
    ]);
  });

  test('One stock location, the default one (C39).', async () => {
    const locations = await database.client.stockLocation.findMany({
      select: { name: true, isDefault: true, active: true },
    });
    expect(locations).toEqual([{ name: 'default', isDefault: true, active: true }]);
  });

  test('Two shipping methods to everywhere for the default category (T23).', async () => {
    const methods = await database.client.shippingMethod.findMany({
      orderBy: { id: 'asc' },
      select: {
        name: true,
        baseCost: true,
        itemCost: true,
        active: true,
        zone: { select: { name: true, members: true } },
        shippingCategory: { select: { name: true, isDefault: true } },
      },
    });
    const everywhere = { name: 'Everywhere', members: [] };
    const goods = { name: 'Default', isDefault: true };
    expect(
      methods.map((method) => ({
        ...method,
        baseCost: method.baseCost.toFixed(2),
        itemCost: method.itemCost.toFixed(2),
      })),
    ).toEqual([
      {
        name: 'Standard',
        baseCost: '5.00',
        itemCost: '0.00',
        active: true,
        zone: everywhere,
        shippingCategory: goods,
      },
      {
        name: 'Express',
        baseCost: '15.00',
        itemCost: '0.00',
        active: true,
        zone: everywhere,
        shippingCategory: goods,
      },
    ]);
  });

  test('One payment method, Check (C39).', async () => {
    const methods = await database.client.paymentMethod.findMany({
      select: { name: true, kind: true, active: true, position: true },
    });
    expect(methods).toEqual([{ name: 'Check', kind: 'check', active: true, position: 1 }]);
  });
});
