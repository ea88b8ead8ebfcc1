import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { lockNamed, shareNamed } from '../../prisma/named-lock.ts';
import { patiently } from '../support/waiting.ts';
import { type Context, loadViewer } from '../../schema/index.ts';
import { requireStanding } from '../../schema/access/standing.ts';
import { openTestDatabase } from '../support/database.ts';
import { whenWaiting } from '../support/lock-waits.ts';
import { withClockAhead } from '../support/process-clock.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';

let database: Database;
let store: Store;
let number: string;
let last: Account;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server', onStatement: (sql) => statements.push(sql) });
  store = await openStore({ database });
  const owner = await store.account('owner');
  // so that every other one may lose the role
  last = await store.account('last', ['admin']);
  const { body } = await store.newer(owner).post('/api/orders', { body: {} });
  ({ number } = body as { number: string });
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const makeRole = (name: string) =>
  store.db.role.create({ data: { name, permissions: { create: { permission: '*' } } } });

/** Runs work while a transaction of another session holds what a statement locks. */
const holding = <Result>(lock: string, work: (holder: Session) => Promise<Result>) =>
  database.session(async (holder) => {
    await holder.script('BEGIN');
    await holder.script(lock);
    return work(holder);
  });

/** Returns once a connection waits for a lock with such a statement. */
const whenWaitingWith = (what: string, statement: RegExp) =>
  patiently(what, 300_000, async () => {
    const waiting = await database.query(
      "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.some(({ query }) => statement.test(String(query)));
  });

/** Returns once the write has got its order, and waits for who changes the rights. */
const whenJudged = () =>
  whenWaitingWith('the judgement waits', /lock_shared.*'access'|FOR SHARE.* AS stands/s);

interface Taking {
  readonly what: string;
  /** Locks what the admin's write needs for its last step. */
  readonly held: string;
  readonly take: (account: Account, roleId: bigint) => Promise<unknown>;
}

const takings: readonly Taking[] = [
  {
    what: 'the user gets another role',
    held: "SELECT FROM roles WHERE name = 'packer' FOR UPDATE",
    take: ({ id }) =>
      store.ask(
        'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: ["packer"] }) { user { id } userErrors { code field message } } }',
        { id },
      ),
  },
  {
    what: 'the role loses its permissions',
    held: "INSERT INTO roles (name, created_at, updated_at) VALUES ('emptied', now(), now())",
    take: (_account, id) =>
      store.ask(
        'mutation ($id: ID!) { updateRole(id: $id, input: { name: "emptied", permissions: [] }) { role { id } userErrors { code field message } } }',
        { id: String(id) },
      ),
  },
];

describe('A write whose judgement waits for a change of its rights is not done (A8)', () => {
  test.each(takings)('if $what', async ({ what, held, take }) => {
    const name = what.replaceAll(' ', '_');
    await store.db.role.upsert({
      where: { name: 'packer' },
      create: { name: 'packer' },
      update: {},
    });
    const role = await makeRole(name);
    const user = await store.account(name, [name]);
    const email = `${name}@store.example`;
    const lockOrder = `SELECT FROM orders WHERE number = '${number}' FOR UPDATE`;
    const replies = await holding(held, (rights) =>
      holding(lockOrder, async (order) => {
        const written = store
          .newer(user)
          .put(`/api/orders/${number}`, { body: { order: { email } } });
        await whenWaiting(database, 'the write waits for the order');
        // longer than a caller counts as identified
        return withClockAhead(1_200, async () => {
          const taken = take(user, role.id);
          await whenWaiting(database, 'the change waits too', 2);
          await order.script('ROLLBACK');
          await whenJudged();
          await rights.script('ROLLBACK');
          return Promise.all([written, taken]);
        });
      }),
    );
    const [{ status, headers }] = replies;
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('insufficient_rights'),
    ]);
    const stored = await store.db.order.findUniqueOrThrow({ where: { number } });
    expect(stored.email).not.toBe(email);
  });
});

test('A role that a user got while the judgement waited stays as it is until the write ends (A8)', async () => {
  const [former, later] = [await makeRole('former'), await makeRole('later')];
  const { id, key } = await store.account('moved', ['former']);
  const viewer: Context['viewer'] = await loadViewer(store.db, { key, orderToken: null });
  const swap = `
    UPDATE users SET lock_version = lock_version + 1 WHERE id = ${String(id)};
    UPDATE user_roles SET role_id = ${String(later.id)} WHERE role_id = ${String(former.id)}`;
  const change = `SELECT FROM roles WHERE id = ${String(later.id)} FOR UPDATE NOWAIT`;
  await holding(swap, async (admin) => {
    const written = store.db.$transaction(async (tx) => {
      await requireStanding(tx, viewer);
      await expect(database.query(change)).rejects.toThrow(/could not obtain lock/);
    });
    await whenJudged();
    await admin.script('COMMIT');
    await written;
  });
});

test('A judgement that waits for a change of rights holds nothing that the change locks (N70)', async () => {
  const { id, key } = await store.account('colleague', ['admin']);
  const viewer: Context['viewer'] = await loadViewer(store.db, { key, orderToken: null });
  await holding(lockNamed('access').sql, async (admin) => {
    const judged = store.db.$transaction((tx) => requireStanding(tx, viewer));
    await whenJudged();
    await admin.query('SELECT FROM users WHERE id = $1 FOR UPDATE NOWAIT', [id]);
    await admin.script('ROLLBACK');
    await judged;
  });
});

const disable = (id: number) =>
  store.ask(
    'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } userErrors { message } } }',
    {
      id,
    },
  );

test('A customer whose carts are held up holds up nobody who disables that customer (N63, T53)', async () => {
  const buyer = await store.account('buyer');
  const where = { userId: BigInt(buyer.id) };
  await holding('LOCK TABLE orders IN SHARE MODE', async (holder) => {
    const carts = ['one', 'other'].map((specialInstructions) =>
      store.newer(buyer).post('/api/orders', {
        body: { order: { special_instructions: specialInstructions } },
      }),
    );
    await whenWaiting(database, 'both carts wait', 2);
    // longer than a caller counts as identified
    const replies = await withClockAhead(1_200, async () => {
      expect(await disable(buyer.id)).toMatchObject({
        disableUser: { id: String(buyer.id) },
      });
      await holder.script('ROLLBACK');
      return Promise.all(carts);
    });
    expect(replies.map(({ status }) => status)).toEqual([401, 401]);
  });
  expect(await store.db.order.count({ where })).toBe(0);
});

test('Who shares the lock of N70 waits behind who waits for it alone, so that sharers keep nobody out', async () => {
  const { key } = await store.account('sharer', ['admin']);
  const viewer: Context['viewer'] = await loadViewer(store.db, { key, orderToken: null });
  const { id } = await store.account('leaver');
  const ended: string[] = [];
  await holding(shareNamed('access').sql, async (former) => {
    const written = disable(id).then(() => ended.push('disabled'));
    await whenWaiting(database, 'the write waits');
    const judged = store.db
      .$transaction((tx) => requireStanding(tx, viewer))
      .then(() => ended.push('judged'));
    await Promise.race([judged, whenWaiting(database, 'the judgement waits behind it', 2)]);
    expect(ended).toEqual([]);
    await former.script('ROLLBACK');
    await Promise.all([written, judged]);
  });
  expect(ended).toEqual(['disabled', 'judged']);
});

test('Names of a user and of an order wait for a late write to the order without the lock of N70: neither starts over (T53)', async () => {
  const { id } = await store.account('named');
  const rows = [{ user: { id: String(id) } }, { order: { number } }].map((record) => ({
    record,
    source: 'crm',
    value: 'N',
  }));
  const query =
    'mutation ($number: String!) { renewOrderToken(by: { number: $number }) { userErrors { message } } }';
  const lockOrder = `SELECT FROM orders WHERE number = '${number}' FOR UPDATE`;
  const begun = () => statements.filter((sql) => sql.startsWith('BEGIN')).length;
  await holding('LOCK TABLE audit_entries IN SHARE MODE', (log) =>
    holding(lockOrder, async (order) => {
      const before = begun();
      const renewed = store
        .newer(last)
        .post('/graphql', { body: { query, variables: { number } } });
      await whenWaiting(database, 'the new token waits for the order');
      // longer than a caller counts as identified
      const [{ body }, answer] = await withClockAhead(1_200, async () => {
        await order.script('ROLLBACK');
        await whenWaitingWith('the new token is written', /INSERT INTO audit_entries/);
        const named = store.ask(
          'mutation ($rows: [SetExternalRefInput!]!) { setExternalRefs(rows: $rows) { results { index } userErrors { message } } }',
          { rows },
        );
        await whenWaiting(database, 'the names wait for the order', 2);
        await log.script('ROLLBACK');
        return Promise.all([renewed, named]);
      });
      expect(body).toMatchObject({ data: { renewOrderToken: { userErrors: [] } } });
      expect(answer).toEqual({ setExternalRefs: [{ index: 0 }, { index: 1 }] });
      expect(begun() - before).toBe(2);
    }),
  );
});
