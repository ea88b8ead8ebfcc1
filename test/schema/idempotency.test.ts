import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { clientOfRequest } from '../../prisma/shares/shares.ts';
import { KeyInUse } from '../../schema/errors.ts';
import { answerOnce, forgetExpiredKeys, mutateOnce } from '../../schema/index.ts';
import type { Context, Ended, KeyedRequest } from '../../schema/index.ts';
import { mayKeep } from '../../schema/kept-bodies.ts';
import { inWrite } from '../../schema/write.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { adminViewer, nobody, settings } from '../support/graphql.ts';
import { whenWaiting } from '../support/lock-waits.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

const user = { id: 7n, email: 'ann@shop.test', name: null };

const contextOf = (viewer: Context['viewer']): Context => ({
  db: database.client,
  viewer,
  now: () => new Date(),
  requestId: 'test',
  settings,
});

const ann = (): Context => contextOf({ ...adminViewer, user });

const request = (key: string): KeyedRequest => ({
  key,
  method: 'POST',
  path: '/api/orders',
  hash: new Uint8Array([1, 2, 3]),
});

const made = (ending: Ended['ending'] = 'done'): Ended => ({
  answer: { status: 201, headers: { ETag: '"a"' }, body: '{}' },
  ending,
});

const addUser = (context: Context, email: string) =>
  inWrite(context, ({ tx }) => tx.user.create({ data: { email } }));

const emails = async (): Promise<string[]> =>
  (await database.client.user.findMany()).map(({ email }) => email);

describe('Decision L5: the answer is kept in the transaction of the write', () => {
  test('and given again without the work being done', async () => {
    const ask = () =>
      answerOnce(ann(), request('done'), 'default', async (inside) => {
        await addUser(inside, 'done@shop.test');
        return made();
      });
    expect(await ask()).toEqual({ ended: made() });
    expect(await ask()).toEqual({ kept: { ...made().answer, bodyLeftOut: false } });
    expect(await emails()).toEqual(['done@shop.test']);
  });

  test.each(['refused', 'undone'] as const)('a request that was %s keeps none', async (ending) => {
    const ask = () =>
      answerOnce(ann(), request(ending), 'default', () => Promise.resolve(made(ending)));
    expect([await ask(), await ask()]).toEqual([{ ended: made(ending) }, { ended: made(ending) }]);
    expect(await database.client.idempotencyKey.count({ where: { key: ending } })).toBe(0);
  });

  test('a request that was refused and wrote something keeps one', async () => {
    const ask = () =>
      answerOnce(ann(), request('written'), 'default', async (inside) => {
        await addUser(inside, 'written@shop.test');
        inside.hearRefusal?.(['CHECKOUT_REFUSED'], true);
        return made('refused');
      });
    expect(await ask()).toEqual({ ended: made('refused') });
    expect(await ask()).toEqual({ kept: { ...made().answer, bodyLeftOut: false } });
    expect((await emails()).filter((email) => email === 'written@shop.test')).toHaveLength(1);
  });

  test('what refused steps left stays, what is taken back does not', async () => {
    for (const ending of ['refused', 'undone'] as const) {
      await answerOnce(ann(), request('left'), 'default', async (inside) => {
        await addUser(inside, `${ending}@shop.test`);
        return made(ending);
      });
    }
    expect(await emails()).toContain('refused@shop.test');
    expect(await emails()).not.toContain('undone@shop.test');
  });

  test('a fault leaves neither key nor work', async () => {
    const fault = answerOnce(ann(), request('fault'), 'default', async (inside) => {
      await addUser(inside, 'fault@shop.test');
      throw new Error('the process stumbles');
    });
    await expect(fault).rejects.toThrow('the process stumbles');
    expect(await emails()).not.toContain('fault@shop.test');
    expect(await database.client.idempotencyKey.count({ where: { key: 'fault' } })).toBe(0);
  });
});

describe('Decision L5: the answer of a mutation is kept after its write', () => {
  const given = { status: 200, headers: {}, body: '{}' };
  const unstored: unknown[] = [];
  const mutate = (key: string, work: (inside: Context) => Promise<unknown>) =>
    mutateOnce(
      ann(),
      request(key),
      async (inside) => {
        await work(inside);
        return given;
      },
      (error) => unstored.push(error),
    );

  test('and given again without the work being done', async () => {
    const work = (inside: Context) => addUser(inside, 'mutated@shop.test');
    expect(await mutate('mutated', work)).toBeUndefined();
    expect(await mutate('mutated', work)).toEqual({ ...given, bodyLeftOut: false });
    expect(unstored).toEqual([]);
  });

  test('what cannot be stored is heard of, and the work stays', async () => {
    const forget = { where: { key: 'unstored' } };
    await mutate('unstored', async (inside) => {
      await addUser(inside, 'unstored@shop.test');
      await database.client.idempotencyKey.deleteMany(forget);
    });
    expect(unstored.splice(0)).toHaveLength(1);
    expect(await emails()).toContain('unstored@shop.test');
  });

  test('a write that was refused without a change leaves the key free in its own transaction', async () => {
    await mutate('free', (inside) =>
      inWrite(inside, (write) => {
        write.isRefused = true;
        return Promise.resolve();
      }),
    );
    expect(await database.client.idempotencyKey.count({ where: { key: 'free' } })).toBe(0);
    expect(unstored).toEqual([]);
  });

  test('a write that throws leaves the key free', async () => {
    const fail = (inside: Context) => inWrite(inside, () => Promise.reject(new Error('Stop.')));
    await expect(mutate('thrown', fail)).rejects.toThrow('Stop.');
    expect(await database.client.idempotencyKey.count({ where: { key: 'thrown' } })).toBe(0);
  });
});

test('Decision L6: a caller without key and token has no keys', async () => {
  await answerOnce(contextOf(nobody), request('nobody'), 'default', () => Promise.resolve(made()));
  expect(await database.client.idempotencyKey.count({ where: { key: 'nobody' } })).toBe(0);
});

test.each([
  [65_536, false],
  [65_537, true],
])(
  'safety 18: of a body of %d bytes it is kept that it was left out: %s (N62)',
  async (bytes, bodyLeftOut) => {
    const key = `large-${String(bytes)}`;
    const answer = { status: 201, headers: {}, body: 'é'.repeat(2).padEnd(bytes - 2, 'x') };
    const ended: Ended = { answer, ending: 'done' };
    const ask = () => answerOnce(ann(), request(key), 'default', () => Promise.resolve(ended));
    expect(await ask()).toEqual({ ended });
    const body = bodyLeftOut ? null : answer.body;
    expect(await ask()).toEqual({ kept: { ...answer, body, bodyLeftOut } });
    const [row] = await database.client.idempotencyKey.findMany({ where: { key } });
    expect([row?.body, row?.bodyLeftOut]).toEqual([body, bodyLeftOut]);
  },
);

describe('of what one caller makes the store keep within an hour (N62)', () => {
  const answer = { status: 201, headers: { Location: '/api/orders/R1' }, body: 'x'.repeat(65_536) };
  let sent = 0;
  const holderOf = (orderToken: string): Context => contextOf({ ...nobody, orderToken });
  /** Whether the response of a new request is kept with its body. */
  async function isKept(context: Context): Promise<boolean> {
    const asked = request(`hourly-${String((sent += 1))}`);
    const ended: Ended = { answer, ending: 'done' };
    expect(await answerOnce(context, asked, 'default', () => Promise.resolve(ended))).toEqual({
      ended,
    });
    const { body, bodyLeftOut } = await database.client.idempotencyKey.findFirstOrThrow({
      where: { key: asked.key },
    });
    expect([body, bodyLeftOut]).toEqual(bodyLeftOut ? [null, true] : [answer.body, false]);
    return !bodyLeftOut;
  }

  test('a holder of a token keeps 1 MiB of responses, then that there were some; others keep theirs', async () => {
    const kept: boolean[] = [];
    for (let made = 0; made < 17; made += 1) kept.push(await isKept(holderOf('one')));
    expect(kept).toEqual([...Array.from({ length: 16 }, () => true), false]);
    expect(await isKept(holderOf('other'))).toBe(true);
    const later = new Date(Date.now() + 3_600_000);
    expect(await isKept({ ...holderOf('one'), now: () => later })).toBe(true);
  });

  test('an address keeps 256 MiB, however many orders it has tokens of; others keep theirs', () => {
    const contextAt = (network: string) => ({
      db: clientOfRequest(database.client, `network:${network}`),
      now: () => new Date(),
    });
    const [one, other] = [contextAt('203.0.113.1'), contextAt('203.0.113.2')];
    for (let order = 0; order < 256; order += 1) {
      expect(mayKeep(one, `token:${String(order)}`, 1_048_576)).toBe(true);
    }
    expect(mayKeep(one, 'token:next', 1)).toBe(false);
    expect(mayKeep(other, 'token:next', 1_048_576)).toBe(true);
    expect(mayKeep(one, 'user:10', 65_536)).toBe(true);
    const later = () => new Date(Date.now() + 3_600_000);
    expect(mayKeep({ ...one, now: later }, 'token:last', 1)).toBe(true);
  });

  test('a user keeps 256 MiB of responses', () => {
    const { client: db } = database;
    const keep = () => mayKeep({ db, now: () => new Date() }, 'user:9', 65_536);
    expect(Array.from({ length: 4_096 }, keep)).not.toContain(false);
    expect(keep()).toBe(false);
    expect(mayKeep({ db, now: () => new Date() }, 'user:9', 0)).toBe(true);
  });
});

test('Decision L7: of many expired keys so many are forgotten at a time, living ones never', async () => {
  const past = new Date(Date.now() - 1_000);
  const row = { principal: 'user:8', method: 'POST', path: '/', requestHash: new Uint8Array(1) };
  const keys = Array.from({ length: 5 }, (_, index) => `expired ${String(index)}`);
  await database.client.idempotencyKey.createMany({
    data: [
      ...keys.map((key) => ({ ...row, key, status: 201, expiresAt: past })),
      { ...row, key: 'living', status: 201, expiresAt: new Date(Date.now() + 60_000) },
    ],
  });
  const forget = () => forgetExpiredKeys(database.client, 2);
  expect([await forget(), await forget(), await forget(), await forget()]).toEqual([2, 2, 1, 0]);
  const left = await database.client.idempotencyKey.findMany({ where: { principal: 'user:8' } });
  expect(left.map(({ key }) => key)).toEqual(['living']);
});

// The embedded database has one connection: no other request can be running.
if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('Decision L3: while the first request is being carried out elsewhere', () => {
    const takeElsewhere = (key: string, work: () => Promise<unknown>, end: 'COMMIT' | 'ROLLBACK') =>
      database.session(async (session) => {
        await session.script('BEGIN');
        await session.query(
          `INSERT INTO idempotency_keys (principal, key, method, path, request_hash, status, headers, expires_at)
           VALUES ('user:7', $1, 'POST', '/api/orders', $2, 201, '{}', now() + interval '1 day')`,
          [key, Buffer.from([1, 2, 3])],
        );
        const done = work();
        await (end === 'ROLLBACK' ? done : whenWaiting(database, 'the second request waits'));
        await session.script(end);
        return done;
      });

    test('one that takes too long is told to retry, and does nothing', async () => {
      const [row] = await database.query('SELECT current_database() AS name');
      const limits = { readMs: 60_000, writeMs: 60_000, waitMs: 2_000 };
      const hasty = await openDatabase({ url: urlOf(String(row?.['name'])), poolSize: 1, limits });
      let worked = false;
      const ask = () =>
        answerOnce({ ...ann(), db: hasty.client }, request('slow'), 'default', () => {
          worked = true;
          return Promise.resolve(made());
        }).catch((error: unknown) => error);
      const error = await takeElsewhere('slow', ask, 'ROLLBACK');
      await hasty.close();
      expect(error).toBeInstanceOf(KeyInUse);
      expect(error).toMatchObject({ extensions: { retryAfter: 1 } });
      expect(worked).toBe(false);
    });

    test.each(['default', 'repeatable'] as const)(
      'one that ends soon is waited for and its answer given (%s)',
      async (isolation) => {
        const ask = () =>
          answerOnce(ann(), request(`soon ${isolation}`), isolation, () =>
            Promise.reject(new Error('carried out twice')),
          );
        const answered = await takeElsewhere(`soon ${isolation}`, ask, 'COMMIT');
        expect(answered).toMatchObject({ kept: { status: 201 } });
      },
    );

    test('two processes that forget expired keys at once do not wait for each other', async () => {
      await database.client.idempotencyKey.updateMany({ data: { expiresAt: new Date(0) } });
      const expired = await database.client.idempotencyKey.count();
      await database.session(async (session) => {
        await session.script('BEGIN');
        await session.query('SELECT key FROM idempotency_keys LIMIT 1 FOR UPDATE');
        expect(await forgetExpiredKeys(database.client, 500)).toBe(expired - 1);
        await session.script('COMMIT');
      });
      expect(await forgetExpiredKeys(database.client, 500)).toBe(1);
    });
  });
}
