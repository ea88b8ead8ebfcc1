import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { checkServers } from './check.ts';
import { createReadCpu } from './cpu.ts';
import { makeDatabase } from './database.ts';
import type { BenchDatabase } from './database.ts';
import { readMaterial } from './jobs.ts';
import { measureJob } from './measure.ts';
import { replaceBlock } from './marked-block.ts';
import { readMemory } from './memory.ts';
import type { Memory } from './memory.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import type { JobResult } from './outcome.ts';
import { drawPlot } from './plot.ts';
import { writeReport } from './report.ts';
import { servicePath, startServers } from './server-process.ts';
import { measureStarts } from './starts.ts';
import { Usage } from './usage.ts';

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

interface Measured {
  readonly results: readonly JobResult[];
  /** Of the service at the end. */
  readonly memory: Memory | null;
}

/** Compares, counts and measures on a filled database. */
async function runJobs({ url, client }: BenchDatabase, options: Options): Promise<Measured> {
  const material = await readMaterial(client);
  progress('Comparing answers and counting statements');
  const checked = await checkServers(url, client, material, options);
  // the writes that were compared left pages that a count cannot skip; a store has its autovacuum
  await client.query('VACUUM (ANALYZE)');
  const servers = await startServers({ floor: url, service: url }, options);
  try {
    const readCpu = createReadCpu(client, [servers.floor.pid, servers.service.pid]);
    const bench = { servers, client, material, readCpu, options, progress };
    const results: JobResult[] = [];
    for (const [job, known] of checked) {
      results.push({ job, checked: known, rounds: await measureJob(bench, job) });
    }
    return { results, memory: readMemory(servers.service.pid) };
  } finally {
    await Promise.all([servers.floor.stop(), servers.service.stop()]);
  }
}

async function run(options: Options): Promise<void> {
  if (!existsSync(servicePath)) throw new Error(`${servicePath} is missing: run npm run build.`);
  progress(`Filling a database with ${options.orders} orders`);
  const database = await makeDatabase(options);
  try {
    const { results, memory } = await runJobs(database, options);
    if (options.starts > 0) progress('Starting on new databases');
    const starts = await measureStarts(options, memory);
    const { rows } = await database.client.query<{ server_version: string }>('SHOW server_version');
    const postgresVersion = rows[0]?.server_version.split(' ')[0] ?? 'unknown';
    const report = writeReport(results, starts, options, { postgresVersion });
    process.stdout.write(`\n${report}\n`);
    if (results.some(({ checked }) => checked.different.length > 0)) process.exitCode = 1;
    else await writeFiles(results, report, options, postgresVersion);
  } finally {
    await database.drop();
  }
}

async function writeFiles(
  results: readonly JobResult[],
  report: string,
  { write, plot, ...rest }: Options,
  postgresVersion: string,
): Promise<void> {
  if (write !== undefined) {
    await writeFile(write, replaceBlock(await readFile(write, 'utf8'), 'bench', report));
  }
  if (plot === undefined) return;
  const conditions =
    `${rest.connections} connections, ${rest.orders} orders, ${cpus().length} processors shared with ` +
    `the clients, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`;
  await writeFile(plot, drawPlot(results, { ...rest, write, plot }, conditions));
  progress(`Wrote ${plot}`);
}

try {
  await run(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  if (error instanceof Usage) process.exitCode = error.tell();
  else {
    process.stderr.write(`${String(error)}\n`);
    if (error instanceof Error && error.cause) console.error(error.cause);
    process.exitCode ??= 1;
  }
}
