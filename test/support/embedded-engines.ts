import pg from 'pg';
import type { EmbeddedEngine } from '../../prisma/embedded/embedded-engine.ts';
import { EmbeddedStream } from '../../prisma/embedded/embedded-stream.ts';
import { migratedEngine } from './embedded-snapshots.ts';

/** Engines of this process that a test file has used and given back. */
const free: EmbeddedEngine[] = [];

/** What a migrated database contains. */
interface Beginning {
  readonly definitions: string;
  /** A script that inserts the rows. */
  readonly rows: string;
}

let beginning: Promise<Beginning> | undefined;

/**
 * An embedded database in memory with every migration applied and nothing else in it. Emptying one that an earlier
 * file of this process has used costs a fifth of starting another.
 */
export async function takeEngine(): Promise<EmbeddedEngine> {
  const used = free.pop();
  if (used && (await empty(used))) return used;
  const engine = await migratedEngine();
  await (beginning ??= onEngine(engine, describe));
  return engine;
}

/** For the next file; no statement may run. */
export function giveBack(engine: EmbeddedEngine): void {
  free.push(engine);
}

/** Tables, columns, constraints, indexes, triggers, functions, and what the planner was told. */
const definitions = `SELECT md5(concat(
  (SELECT array_agg((oid, relname, reloptions) ORDER BY oid) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace),
  (SELECT array_agg((attrelid, attnum, attname, atttypid, atttypmod, attnotnull) ORDER BY attrelid, attnum)
    FROM pg_attribute WHERE attrelid >= 16384),
  (SELECT array_agg(oid ORDER BY oid) FROM pg_attrdef),
  (SELECT array_agg((oid, convalidated) ORDER BY oid) FROM pg_constraint),
  (SELECT array_agg((oid, tgenabled) ORDER BY oid) FROM pg_trigger),
  (SELECT array_agg((oid, xmin) ORDER BY oid) FROM pg_proc WHERE oid >= 16384),
  (SELECT array_agg(nspname ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'),
  (SELECT array_agg((setdatabase, setrole, setconfig)) FROM pg_db_role_setting),
  (SELECT count(*) FROM pg_statistic WHERE starelid >= 16384)
)) AS definitions`;

/** Each table of the store, and the columns that a row can be inserted with. */
const tables = `SELECT relname AS name,
    (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
      WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;

async function describe(engine: pg.Client): Promise<Beginning> {
  const filled: string[] = [];
  for (const { name, columns } of await ask<{ name: string; columns: string }>(engine, tables)) {
    const [held] = await ask<{ rows: string | null }>(
      engine,
      `SELECT quote_literal(json_agg(t)) AS rows FROM "${name}" t`,
    );
    if (held?.rows == null) continue;
    filled.push(`INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", ${held.rows});`);
  }
  const sequences = await ask<{ statement: string }>(
    engine,
    `SELECT format('SELECT setval(%L, %s, %L);', format('%I', sequencename),
       coalesce(last_value, start_value), last_value IS NOT NULL) AS statement
     FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return {
    definitions: await definitionsOf(engine),
    rows: [...filled, ...sequences.map(({ statement }) => statement)].join('\n'),
  };
}

/** Restores the beginning, unless a test has changed more than rows: then the engine ends. */
async function empty(engine: EmbeddedEngine): Promise<boolean> {
  const first = await beginning;
  const isEmpty = await onEngine(engine, async (client) => {
    if (first === undefined || (await definitionsOf(client)) !== first.definitions) return false;
    // without checks, as the rows are in no order; in one transaction
    await client.query(`SET LOCAL session_replication_role = replica; ${truncate}; ${first.rows}`);
    // its log would fill the memory
    await client.query('CHECKPOINT');
    return true;
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) throw error;
    return false;
  });
  // one that died under its file can be neither emptied nor closed
  if (!isEmpty) await engine.close().catch(() => undefined);
  return isEmpty;
}

/** Of tables that never had a row nothing has to be removed. */
const truncate = `DO $$ BEGIN
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', relname), ', ') || ' CASCADE' FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0);
END $$`;

async function definitionsOf(client: pg.Client): Promise<string> {
  const [found] = await ask<{ definitions: string }>(client, definitions);
  return String(found?.definitions);
}

async function ask<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(sql);
  return rows;
}

async function onEngine<Answer>(
  engine: EmbeddedEngine,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ stream: () => new EmbeddedStream(engine), user: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
