import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { PooledDatabase } from '../pool/pooled-database.ts';

const filters = { externalTables: [], externalEnums: [] };

let started = false;

/**
 * The SQL that changes an embedded database's tables to match schema.prisma; empty if they match. CHECKs,
 * functions, extensions, partial and expression indexes are not compared. For development only.
 */
export async function compareSchema(database: PooledDatabase, schema: string): Promise<string> {
  startEngine();
  const adapter = {
    ...database.adapter,
    connectToShadowDb: () => Promise.reject(new Error('No shadow database is used.')),
  };
  const files = [{ path: 'schema.prisma', content: schema }];
  const schemaEngine = await engine.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  const { exitCode, stdout } = await schemaEngine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters,
  });
  schemaEngine.free();
  return exitCode === 0 ? '' : (stdout ?? '');
}

/** Loads the engine's WebAssembly, once. */
function startEngine(): void {
  if (started) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const module = new WebAssembly.Module(bytes);
  const imports = Object.fromEntries(
    WebAssembly.Module.imports(module).map((wanted) => [
      wanted.module,
      engine as unknown as WebAssembly.ModuleImports,
    ]),
  );
  const { exports } = new WebAssembly.Instance(module, imports);
  engine.__wbg_set_wasm(exports);
  const { __wbindgen_start: start } = exports as { __wbindgen_start?: () => void };
  if (start === undefined) throw new Error('The schema engine has no start function.');
  start();
  started = true;
}
