import type pg from 'pg';
import { standBetween } from './wire-counter.ts';
import type { Wire } from './wire-counter.ts';

/** A node of a plan, as PostgreSQL writes it in JSON. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** An executed statement. */
export interface Plan {
  readonly statement: string;
  /** The tables that were scanned sequentially, each once. */
  readonly scanned: readonly string[];
}

/** A proxy to the database that shows the plan of every statement. */
export interface PlanWatch extends Wire {
  /** The plans since the last call. */
  readonly take: () => readonly Plan[];
}

const noticeType = 'N'.charCodeAt(0);
const messageField = 'M';

/** The tables scanned sequentially at or below a node, each once. */
export function scannedTables(node: PlanNode): readonly string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...new Set([...own, ...(node.Plans ?? []).flatMap(scannedTables)])];
}

/** Parses the plan in a notice of auto_explain; undefined for other notices. */
export function readPlan(notice: Buffer): Plan | undefined {
  const fields = notice.toString().split('\0');
  const message = fields.find((field) => field.startsWith(messageField)) ?? '';
  const [, json] = /^Mduration: [\d.]+ ms {2}plan:\n([^]*)$/.exec(message) ?? [];
  if (json === undefined) return undefined;
  const told = JSON.parse(json) as { readonly 'Query Text': string; readonly Plan: PlanNode };
  return { statement: told['Query Text'], scanned: scannedTables(told.Plan) };
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  // to the client, and not to the server's log
  'auto_explain.log_level': 'notice',
};

/**
 * Makes PostgreSQL report the executed plan of every statement, with its real parameters, to sessions opened
 * from now on, and proxies between server and database.
 * Throws an Error if the user may not do so or auto_explain is not installed.
 */
export async function watchPlans(client: pg.Client, databaseUrl: string): Promise<PlanWatch> {
  try {
    await client.query(`LOAD 'auto_explain'`);
  } catch (error) {
    throw new Error('Plans are told to a superuser, by the extension auto_explain.', {
      cause: error,
    });
  }
  const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  for (const [setting, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${name} SET ${setting} = ${client.escapeLiteral(value)}`);
  }
  let plans: Plan[] = [];
  const wire = await standBetween(
    databaseUrl,
    () => undefined,
    (type, body) => {
      const plan = type === noticeType ? readPlan(body) : undefined;
      if (plan) plans.push(plan);
    },
  );
  return {
    ...wire,
    take: () => {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

/** The tables that grow with the number of orders: those with at least half as many rows. */
export async function readGrowingTables(
  client: pg.Client,
  orders: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1 / 2.0`,
    [orders],
  );
  return new Set(rows.map(({ name }) => name));
}
