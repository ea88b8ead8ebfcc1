import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A generator run by `prisma generate`: it writes the tables, columns and relations of `schema.prisma` as data
 * for the fast path. It speaks JSON-RPC: requests are lines of stdin, responses lines of stderr. It reads only
 * the documented data model (DMMF).
 */
const answers = {
  getManifest: () => ({
    manifest: { prettyName: 'Tables of the fast path', defaultOutput: './generated/tables.ts' },
  }),
  generate: ({ dmmf, generator }) => {
    const { models } = dmmf.datamodel;
    const rows = models.map((model) => tableOf(model, models));
    const path = generator.output.value;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `import type { TableRow } from '../fast-path/tables.ts';\n\n` +
        `export const tableRows: readonly TableRow[] = ${JSON.stringify(rows, null, 2)};\n`,
    );
    return null;
  },
};

/** One model as a `TableRow`. Implicit many-to-many relations are left out: they have no columns here. */
function tableOf(model, models) {
  const isColumn = ({ kind }) => kind !== 'object';
  return {
    model: model.name,
    table: model.dbName ?? model.name,
    id: model.primaryKey?.fields ?? model.fields.filter(({ isId }) => isId).map(({ name }) => name),
    uniques: [
      ...model.fields.filter(({ isId, isUnique }) => isId || isUnique).map(({ name }) => [name]),
      ...(model.primaryKey ? [model.primaryKey.fields] : []),
      ...model.uniqueFields,
    ],
    columns: model.fields.filter(isColumn).map((field) => ({
      field: field.name,
      column: field.dbName ?? field.name,
      type: field.kind === 'enum' ? 'String' : field.type,
      nativeType: field.nativeType?.[0] ?? null,
      list: field.isList,
      nullable: !field.isRequired,
      default: defaultOf(field),
    })),
    relations: model.fields
      .filter((field) => !isColumn(field))
      .flatMap((field) => relationOf(field, model, models) ?? []),
  };
}

/**
 * What fills a field that a write leaves out: `none`, a `literal` or the `database`.
 * Throws an Error for what Prisma's client fills, which the fast path does not.
 */
function defaultOf({ name, isUpdatedAt, hasDefaultValue, default: value }) {
  const isLiteral = typeof value !== 'object' || Array.isArray(value);
  if (hasDefaultValue && isLiteral) return 'literal';
  const isKnown = ['autoincrement', 'dbgenerated', 'now', 'sequence'].includes(value?.name);
  if (isUpdatedAt || (hasDefaultValue && !isKnown)) {
    throw new Error(`The fast path does not fill ${name}: leave it to the database.`);
  }
  return hasDefaultValue ? 'database' : 'none';
}

/** The fields on both sides of a relation, from whichever side has the foreign key. */
function relationOf(field, model, models) {
  const target = models.find(({ name }) => name === field.type);
  const refers = field.relationFromFields.length > 0;
  const base = { field: field.name, model: target.name, list: field.isList, refers };
  if (refers) {
    return { ...base, here: field.relationFromFields, there: field.relationToFields };
  }
  const back = target.fields.find(
    (other) =>
      other.relationName === field.relationName &&
      other.type === model.name &&
      other.relationFromFields.length > 0,
  );
  return back && { ...base, here: back.relationToFields, there: back.relationFromFields };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  try {
    reply({ id, result: answers[method]?.(params) ?? null });
  } catch (error) {
    reply({ id, error: { code: -32000, message: String(error), data: { stack: error.stack } } });
  }
});

function reply(message) {
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
