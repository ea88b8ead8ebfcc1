import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { classifyDatabaseError } from '../../prisma/database-errors.ts';
import { timeoutOfReads } from '../../prisma/shares/shares.ts';
import { openTestDatabase, testedKinds } from '../support/database.ts';
import { untilServed } from '../support/until-served.ts';

const limits = { readMs: 100, writeMs: 300 };

/** Longer than these timeouts on any machine; the embedded database in memory runs it to its end. */
const dearFor: Readonly<Record<Database['kind'], string>> = {
  server: 'SELECT pg_sleep(60)',
  embedded: 'SELECT pg_sleep(0.6)',
};

const troubleOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => classifyDatabaseError(error),
  );

describe.each(testedKinds)('Limits of time of the %s database (safety 9, 10, 16)', (kind) => {
  const dear = dearFor[kind];
  let database: Database;
  beforeAll(async () => {
    database = await untilServed(() => openTestDatabase({ kind, limits }));
  });
  afterAll(() => database.close());

  const zones = (start: string): Promise<number> =>
    untilServed(() => database.client.zone.count({ where: { name: { startsWith: start } } }));

  test('a statement that takes longer is trouble, and the next one is answered', async () => {
    expect(await troubleOf(database.query(dear))).toBe('unavailable');
    expect(await troubleOf(database.client.$queryRawUnsafe(dear))).toBe('unavailable');
    expect(await untilServed(() => database.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  test('the event loop turns while a statement runs', async () => {
    const order: string[] = [];
    const asked = database
      .session((session) => session.query(dearFor.embedded))
      .then(() => order.push('statement'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('turn');
    await asked;
    expect(order).toEqual(['turn', 'statement']);
  });

  test('a transaction has its own timeout, and nothing of it is stored', async () => {
    const work = database.client.$transaction(async (tx) => {
      await tx.zone.create({ data: { name: 'Dear', description: '' } });
      await tx.$queryRawUnsafe(dear);
    });
    expect(await troubleOf(work)).toBe('unavailable');
    expect(await zones('Dear')).toBe(0);
  });

  test('a transaction of many statements ends with it as well', async () => {
    let made = 0;
    const many = database.client.$transaction(async (tx) => {
      for (;;) {
        await tx.zone.create({ data: { name: `Many ${made}`, description: '' } });
        made += 1;
      }
    });
    expect(await troubleOf(many)).toBe('unavailable');
    expect(await zones('Many')).toBe(0);
  });

  if (kind === 'server') {
    test('the server ends a statement by itself, in a transaction that writes later than outside of one', async () => {
      const show = 'SHOW statement_timeout';
      const { client, prisma } = database;
      const shown = [
        await untilServed(() => database.query(show)),
        await untilServed(() => client.$transaction((tx) => tx.$queryRawUnsafe(show))),
        await untilServed(() =>
          client.$transaction((tx) => tx.$queryRawUnsafe(show), timeoutOfReads(client)),
        ),
        await untilServed(() => prisma.$transaction((tx) => tx.$queryRawUnsafe(show))),
      ];
      const waits = ['100ms', '300ms', '100ms', '300ms'];
      expect(shown).toEqual(waits.map((wait) => [{ statement_timeout: wait }]));
    });
  }

  test('work without limits takes as long as it takes', async () => {
    const rows = await database.session((session) =>
      session.query("SELECT 'done' AS work FROM pg_sleep(0.6)"),
    );
    expect(rows).toEqual([{ work: 'done' }]);
  });
});
