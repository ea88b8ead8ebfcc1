import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../prisma/open-database.ts';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase, testedKinds, urlOf } from '../support/database.ts';

describe.each(testedKinds)('Prepared statements of the %s database (safety 13)', (kind) => {
  let database: Database;
  let owner: Database;
  beforeAll(async () => {
    owner = await openTestDatabase({ kind });
    database = owner;
    if (kind === 'server') {
      const [row] = await owner.query('SELECT current_database() AS name');
      database = await openDatabase({ url: urlOf(String(row?.['name'])), poolSize: 1 });
    }
  });
  afterAll(async () => {
    if (database !== owner) await database.close();
    await owner.close();
  });

  const prepared = async (like = '%'): Promise<unknown> =>
    (
      await database.query(
        'SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE $1',
        [like],
      )
    )[0]?.['count'];

  /** A search that nobody else sends. */
  const rare = (place: number) =>
    database.client.$queryRawUnsafe(`SELECT ${place} AS rare, $1::int AS value`, place);
  const ordinary = () => database.client.country.count({ where: { name: 'Ordinary' } });

  test('a text is prepared from its second use on', async () => {
    await ordinary();
    expect(await prepared('%count(*)::int from "countries"%')).toBe(0);
    await ordinary();
    expect(await prepared('%count(*)::int from "countries"%')).toBe(1);
  });

  test('a write finds rows by lists of keys without planning it for each list', async () => {
    const find = (
      ids: readonly bigint[],
      options?: { readonly isolationLevel: 'RepeatableRead' },
    ) =>
      database.client.$transaction(
        (tx) => tx.country.findMany({ where: { id: { in: [...ids] } }, select: { iso: true } }),
        options,
      );
    const plans = async () =>
      (
        await database.query(
          'SELECT generic_plans::int AS kept, custom_plans::int AS made FROM pg_prepared_statements WHERE statement LIKE $1',
          ['%from "countries"%any%'],
        )
      )[0];
    for (let size = 0; size < 4; size += 1) await find([1n, 2n, 3n].slice(0, size));
    expect(await plans()).toEqual({ kept: 3, made: 0 });
    await find([1n], { isolationLevel: 'RepeatableRead' });
    expect(await plans()).toEqual({ kept: 3, made: 1 });
  });

  test('a read with a long list is planned for its values', async () => {
    const find = (size: number) =>
      database.client.country.findMany({
        where: { iso3: { in: Array.from({ length: size }, (_, place) => `A${String(place)}`) } },
        select: { iso: true },
      });
    for (let time = 0; time < 3; time += 1) await find(101);
    expect(await prepared('%from "countries"%iso3%any%')).toBe(0);
    for (let time = 0; time < 3; time += 1) await find(100);
    expect(await prepared('%from "countries"%iso3%any%')).toBe(1);
  });

  test('searches of rare shapes are not prepared', async () => {
    const before = await prepared();
    for (let place = 0; place < 620; place += 1) await rare(place);
    expect(await prepared()).toBe(before);
    expect(await prepared('%count(*)::int from "countries"%')).toBe(1);
  });

  test('what was not used for the longest time gives way, what is used stays', async () => {
    for (let place = 0; place < 620; place += 1) {
      await rare(place);
      await rare(place);
      if (place % 100 === 0) await ordinary();
    }
    expect(await prepared()).toBe(500);
    expect(await prepared('%count(*)::int from "countries"%')).toBe(1);
    expect(await prepared('SELECT 1 AS rare%')).toBe(0);
    expect(await prepared('SELECT 619 AS rare%')).toBe(1);
    expect(await ordinary()).toBe(0);
  });

  test('a text that was given up can be prepared again', async () => {
    expect(await rare(1)).toEqual([{ rare: 1, value: 1 }]);
    expect(await rare(1)).toEqual([{ rare: 1, value: 1 }]);
    expect(await prepared('SELECT 1 AS rare%')).toBe(1);
  });

  test('a statement that failed can be sent again', async () => {
    const divide = (by: number) => database.client.$queryRawUnsafe('SELECT 6 / $1::int AS six', by);
    for (const by of [0, 0, 0]) await expect(divide(by)).rejects.toThrow(/division by zero/);
    for (const by of [2, 3]) expect(await divide(by)).toEqual([{ six: 6 / by }]);
  });
});
