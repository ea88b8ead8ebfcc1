import {
  getNamedType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type {
  DocumentNode,
  ExecutionResult,
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { CollectedErrors, locate } from './collected-errors.ts';
import { completerOf } from './complete.ts';
import { type ReadField, readResolved, type Resolver, selected, type Selected } from './field.ts';
import { type Fields, fieldsInTurn, fieldsOf, type NamedRead } from './object.ts';
import { type OnUnplanned, planOnce, type Unplanned } from './plan.ts';
import { rowFieldOf } from './plans-plugin.ts';
import { type RecordsField, recordsFieldOf } from './records-field.ts';
import { isPromise, type Run } from './run.ts';
import { type Selection, Selections } from './selection.ts';
import { Pace, type Turn } from './pace.ts';
import { ShownValues, tooManyValues } from './shown-values.ts';

/** An operation, compiled to closures; `run` returns what graphql-js would. */
export interface Compiled {
  /** The fields that read records and whose queries every run plans anew, such as `Query.orders`, and why. */
  readonly unplanned: readonly { readonly field: string; readonly why: Unplanned }[];
  /** `variables` are coerced already. */
  readonly run: (
    context: unknown,
    variables: Run['variables'],
    how?: { readonly isOwn?: boolean | undefined; readonly turn?: Turn | undefined },
  ) => ExecutionResult | Promise<ExecutionResult>;
}

/** How rows were loaded: `planned` by one query with everything selected below, or unknown. */
type Rows = 'planned' | 'unknown';

type Nodes = readonly [FieldNode, ...FieldNode[]];

const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** Queries of every schema. */
const ofEverySchema: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/**
 * Compiles the first operation of a validated document, of a type that the schema has.
 * Throws a GraphQLError for a @skip or @include without a value.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  onUnplanned: OnUnplanned = () => undefined,
): Compiled {
  return new Compilation(schema, document, onUnplanned).compile();
}

class Compilation {
  private readonly schema: GraphQLSchema;
  private readonly operation: OperationDefinitionNode;
  private readonly selections: Selections;
  /** Fields of planned rows by selection, so that equal selections share them. */
  private readonly compiled = new Map<string, Fields>();
  private readonly nodeNames = new Map<FieldNode, string>();
  private readonly unplanned: { readonly field: string; readonly why: Unplanned }[] = [];
  private readonly onUnplanned: OnUnplanned;

  constructor(schema: GraphQLSchema, document: DocumentNode, onUnplanned: OnUnplanned) {
    this.schema = schema;
    this.operation = operationOf(document);
    this.selections = new Selections(document);
    this.onUnplanned = onUnplanned;
  }

  compile(): Compiled {
    const { schema, unplanned, onUnplanned } = this;
    const { operation, selectionSet } = this.operation;
    const root = schema.getRootType(operation) as GraphQLObjectType;
    const selection = this.selections.of([selectionSet]);
    const reads = this.reads(root, selection, 'unknown');
    const fields = operation === OperationTypeNode.MUTATION ? fieldsInTurn(reads) : fieldsOf(reads);
    return {
      unplanned,
      run: (context, variables, { isOwn = false, turn } = {}) => {
        for (const { why } of unplanned) onUnplanned(why);
        const errors = new CollectedErrors();
        const shown: Run['shown'] = new Map();
        const values = new ShownValues(isOwn ? Infinity : undefined);
        const pace = new Pace(values, turn);
        return answer(fields, { context, variables, errors, shown, values, pace });
      },
    };
  }

  private reads(parent: GraphQLObjectType, selection: Selection, rows: Rows): readonly NamedRead[] {
    return [...selection].map(([key, nodes]) => [key, this.field(parent, key, nodes, rows)]);
  }

  private fields(parent: GraphQLObjectType, selection: Selection, rows: Rows): Fields {
    const compile = (): Fields => fieldsOf(this.reads(parent, selection, rows));
    if (rows !== 'planned') return compile();
    const written = [...selection].map(([key, nodes]) => [
      key,
      ...nodes.map((node) => this.nameOf(node)),
    ]);
    const name = JSON.stringify([parent.name, ...written]);
    const known = this.compiled.get(name);
    if (known) known.isShared = true;
    const fields = known ?? compile();
    this.compiled.set(name, fields);
    return fields;
  }

  /** A name for each position in the document, for the paths of errors. */
  private nameOf(node: FieldNode): string {
    const name = this.nodeNames.get(node) ?? String(this.nodeNames.size);
    this.nodeNames.set(node, name);
    return name;
  }

  private field(parent: GraphQLObjectType, key: string, nodes: Nodes, rows: Rows): ReadField {
    const name = nodes[0].name.value;
    if (name === TypeNameMetaFieldDef.name) return () => parent.name;
    // the document is valid
    const field = (parent.getFields()[name] ?? ofEverySchema.get(name)) as Selected['field'];
    const { schema, operation, selections } = this;
    const { fragments } = selections;
    const place = selected(parent, key, field, nodes, { schema, fragments, operation });
    const records = recordsFieldOf(field);
    if (records) return this.planned(place, records);
    return rows === 'planned' ? this.loaded(place) : this.plain(place);
  }

  /** A field that reads records, with one query for all requests if it can be planned. */
  private planned(place: Selected, { paths, resolve }: RecordsField): ReadField {
    const { field, nodes } = place;
    const queries = planOnce(this.selections, getNamedType(field.type), nodes, paths);
    if (typeof queries === 'string') {
      this.unplanned.push({ field: `${place.parent.name}.${field.name}`, why: queries });
      return this.plain(place);
    }
    return this.resolved(place, 'planned', (...given) => resolve(queries, ...given));
  }

  /** A field of a planned row: plugin-prisma's wrapper has nothing to load, unless the row lacks it. */
  private loaded(place: Selected): ReadField {
    const row = rowFieldOf(place.field);
    const direct = this.resolved(place, 'planned', row ? row.resolve : place.field.resolve);
    const relation = row?.relation;
    if (relation === undefined) return direct;
    let wrapped: ReadField | undefined;
    return (source, above, run) => {
      if ((source as Readonly<Record<string, unknown>>)[relation] !== undefined) {
        return direct(source, above, run);
      }
      wrapped ??= this.plain(place);
      this.onUnplanned('row');
      return wrapped(source, above, run);
    };
  }

  /** A field as graphql-js runs it. */
  private plain(place: Selected): ReadField {
    return this.resolved(place, 'unknown', place.field.resolve);
  }

  private resolved(place: Selected, rows: Rows, resolve: Resolver | undefined): ReadField {
    const { type } = place.field;
    const complete = completerOf(type, place, (inner) =>
      this.fields(inner, this.selections.beneath(place.nodes), rows),
    );
    return readResolved(place, resolve, complete);
  }
}

function answer(fields: Fields, run: Run): ExecutionResult | Promise<ExecutionResult> {
  const { errors } = run.errors;
  const show = (data: unknown): ExecutionResult => {
    run.pace.isOver = true;
    const shown = data as Record<string, unknown> | null;
    if (run.values.areTooMany) return { errors: [tooManyValues()], data: null };
    return errors.length > 0 ? { errors, data: shown } : { data: shown };
  };
  const refuse = (error: unknown): ExecutionResult => {
    if (!run.values.areTooMany) run.errors.add(locate(error, [], undefined), undefined);
    return show(null);
  };
  try {
    const data = fields.read(undefined, undefined, run);
    return isPromise(data) ? data.then(show, refuse) : show(data);
  } catch (error) {
    return refuse(error);
  }
}
