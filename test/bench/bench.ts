import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { checkServers } from './check.ts';
import { createReadCpu } from './cpu.ts';
import { makeDatabase } from './database.ts';
import type { BenchDatabase } from './database.ts';
import { readMaterial } from './jobs.ts';
import { measureJob } from './measure.ts';
import { Usage, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { replaceBlock, writeReport } from './report.ts';
import type { JobResult } from './report.ts';
import { servicePath, startServers } from './server-process.ts';

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

/** Compares, counts and measures on a database that is filled. */
async function runJobs(
  { url, client }: BenchDatabase,
  options: Options,
): Promise<readonly JobResult[]> {
  const material = await readMaterial(client);
  progress('Comparing answers and counting statements');
  const checked = await checkServers(url, material, options);
  const servers = await startServers({ floor: url, service: url }, options);
  try {
    const readCpu = createReadCpu(client, [servers.floor.pid, servers.service.pid]);
    const bench = { servers, material, readCpu, options, progress };
    const results: JobResult[] = [];
    for (const [job, known] of checked) {
      results.push({ job, checked: known, rounds: await measureJob(bench, job) });
    }
    return results;
  } finally {
    await Promise.all([servers.floor.stop(), servers.service.stop()]);
  }
}

async function run(options: Options): Promise<void> {
  if (!existsSync(servicePath)) throw new Error(`${servicePath} is missing: run npm run build.`);
  progress(`Filling a database with ${options.orders} orders`);
  const database = await makeDatabase(options);
  try {
    const results = await runJobs(database, options);
    const { rows } = await database.client.query<{ server_version: string }>('SHOW server_version');
    const postgresVersion = rows[0]?.server_version.split(' ')[0] ?? 'unknown';
    const report = writeReport(results, options, { postgresVersion });
    process.stdout.write(`\n${report}\n`);
    if (results.some(({ checked }) => checked.different.length > 0)) process.exitCode = 1;
    else if (options.write !== undefined) {
      const text = await readFile(options.write, 'utf8');
      await writeFile(options.write, replaceBlock(text, report));
    }
  } finally {
    await database.drop();
  }
}

try {
  await run(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  const isUsage = error instanceof Usage;
  process.stderr.write(`${isUsage ? error.message : String(error)}\n`);
  if (!isUsage && error instanceof Error && error.cause) console.error(error.cause);
  process.exitCode ??= isUsage ? 2 : 1;
}
