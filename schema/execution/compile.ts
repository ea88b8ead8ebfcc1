import { getNamedType, Kind, OperationTypeNode } from 'graphql';
import type {
  DocumentNode,
  ExecutionResult,
  FieldNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { coerceVariables } from './coerce-variables.ts';
import { CollectedErrors } from './collected-errors.ts';
import { completerOf } from './complete.ts';
import { type ReadField, readResolved, type Resolver, selected, type Selected } from './field.ts';
import { type Fields, fieldsOf } from './object.ts';
import { type OnUnplanned, planOnce, type Unplanned } from './plan.ts';
import { rowFieldOf } from './plans-plugin.ts';
import { type RecordsField, recordsFieldOf } from './records-field.ts';
import { isPromise, type Run } from './run.ts';
import { NotCompiled, Selections } from './selection.ts';
import { ShownValues, stopped } from './shown-values.ts';

/** A document with one operation, compiled to closures; `run` returns what graphql-js would. */
export interface Compiled {
  /** Type of the operation. */
  readonly name: string | undefined;
  /** The fields that read records and whose queries every run plans anew, such as `Query.orders`, and why. */
  readonly unplanned: readonly { readonly field: string; readonly why: Unplanned }[];
  readonly run: (
    context: unknown,
    variables: Readonly<Record<string, unknown>>,
    isOwn?: boolean,
  ) => ExecutionResult | Promise<ExecutionResult>;
}

/** How rows were loaded: `planned` by one query with everything selected below, or unknown. */
type Rows = 'planned' | 'unknown';

type Nodes = readonly [FieldNode, ...FieldNode[]];

/**
 * Compiles a validated document. Undefined if it contains what only graphql-js runs: several operations, @skip
 * and @include, abstract types, isTypeOf, introspection, subscriptions, several fields of one mutation.
 * Decision: Q20, Q26.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  onUnplanned: OnUnplanned = () => undefined,
): Compiled | undefined {
  const [operation, ...more] = document.definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation || more.length > 0) return undefined;
  try {
    return new Compilation(schema, document, operation, onUnplanned).compile();
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
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

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    onUnplanned: OnUnplanned,
  ) {
    this.schema = schema;
    this.operation = operation;
    this.selections = new Selections(schema, document);
    this.onUnplanned = onUnplanned;
  }

  compile(): Compiled {
    const { schema, operation } = this;
    const root = schema.getRootType(operation.operation);
    if (!root || operation.operation === OperationTypeNode.SUBSCRIPTION) throw new NotCompiled();
    const selection = this.selections.of(root, [operation.selectionSet]);
    if (operation.operation === OperationTypeNode.MUTATION && selection.size > 1)
      throw new NotCompiled();
    const fields = this.fields(root, selection, 'unknown');
    const definitions = operation.variableDefinitions ?? [];
    const { unplanned, onUnplanned } = this;
    return {
      name: operation.name?.value,
      unplanned,
      run: (context, given, isOwn = false) => {
        const variables = coerceVariables(schema, definitions, given);
        if (variables.errors) return { errors: variables.errors };
        for (const { why } of unplanned) onUnplanned(why);
        const errors = new CollectedErrors();
        const shown: Run['shown'] = new Map();
        const values = new ShownValues(isOwn ? 'whole' : 'compiled');
        const run = { context, variables: variables.coerced, errors, shown, values };
        return answer(fields, run, operation.operation);
      },
    };
  }

  private fields(
    parent: GraphQLObjectType,
    selection: Iterable<readonly [string, Nodes]>,
    rows: Rows,
  ): Fields {
    const compile = (): Fields =>
      fieldsOf([...selection].map(([key, nodes]) => [key, this.field(parent, key, nodes, rows)]));
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
    if (name === '__typename') return () => parent.name;
    const field = parent.getFields()[name];
    if (!field) throw new NotCompiled();
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
      this.fields(inner, this.selections.beneath(inner, place.nodes), rows),
    );
    return readResolved(place, resolve, complete);
  }
}

function answer(
  fields: Fields,
  run: Run,
  operation: OperationTypeNode,
): ExecutionResult | Promise<ExecutionResult> {
  const { errors } = run.errors;
  const show = (data: unknown): ExecutionResult => {
    const shown = data as Record<string, unknown> | null;
    if (run.values.areTooMany) return stopped({ errors, data: shown }, operation);
    return errors.length > 0 ? { errors, data: shown } : { data: shown };
  };
  const refuse = (error: unknown): ExecutionResult => {
    if (!run.values.areTooMany) run.errors.add(run.errors.locate(error, [], undefined), undefined);
    return show(null);
  };
  try {
    const data = fields.read(undefined, undefined, run);
    return isPromise(data) ? data.then(show, refuse) : show(data);
  } catch (error) {
    return refuse(error);
  }
}
