import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Usage } from '../bench/usage.ts';
import { replaceBlock } from '../bench/marked-block.ts';
import { prepareGround } from './ground.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { writeReport } from './report.ts';
import type { Result } from './report.ts';
import type { DatabaseKind, Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { programPath } from './service-process.ts';
import { attacks, wordsOf } from './unfair/attacks.ts';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function runOn(
  database: DatabaseKind,
  chosen: readonly Scenario[],
  { seconds, attacks }: Options,
): Promise<readonly Result[]> {
  if (chosen.length === 0) return [];
  tell(`Preparing a store (${database})`);
  const ground = await prepareGround(database);
  const results: Result[] = [];
  try {
    for (const { name, environment = {}, run } of chosen) {
      tell(`${name} (${database})`);
      const wishes = { seconds, attacks, tell, environment: { ...environment } };
      const findings = await ground.stage(wishes, run).catch((error: unknown) => {
        tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const [seen = ''] = String(error).split('\n');
        return [{ figure: 'the scenario itself', promised: 'runs to its end', seen, holds: false }];
      });
      for (const { figure, seen, holds } of findings) {
        tell(`  ${holds ? 'holds' : 'FAILS'}  ${figure}: ${seen}`);
      }
      results.push({ scenario: name, database, findings });
    }
  } finally {
    await ground.close();
  }
  return results;
}

async function run(options: Options): Promise<void> {
  if (!existsSync(programPath)) throw new Error(`${programPath} is missing: run npm run build.`);
  const chosen = scenarios.filter(({ name, onlyWhenNamed }) =>
    options.only === undefined ? !onlyWhenNamed : options.only.includes(name),
  );
  const results: Result[] = [];
  for (const database of options.databases) {
    const fitting = chosen.filter(({ databases }) => databases.includes(database));
    results.push(...(await runOn(database, fitting, options)));
  }
  const report = writeReport(results);
  process.stdout.write(`\n${report}\n`);
  if (results.some(({ findings }) => findings.some(({ holds }) => !holds))) process.exitCode = 1;
  else if (options.write !== undefined) {
    const text = await readFile(options.write, 'utf8');
    await writeFile(options.write, replaceBlock(text, 'reliability', report));
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  await run(
    readOptions(process.argv.slice(2), {
      names: scenarios.map(({ name }) => name),
      attacks: attacks.flatMap(wordsOf),
    }),
  );
} catch (error) {
  if (error instanceof Usage) process.exitCode = error.tell();
  else {
    tell(error instanceof Error ? (error.stack ?? '') : String(error));
    process.exitCode ??= 1;
  }
}
