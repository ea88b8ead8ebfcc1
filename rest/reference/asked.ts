import { GraphQLString, isInputObjectType, isNonNullType, Kind, typeFromAST } from 'graphql';
import type {
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Form } from '../forms/form.ts';
import { toInputName } from '../words/naming.ts';
import type { Route } from '../route.ts';
import { isObject } from '../words/texts.ts';

/** A variable of an operation, as clients see it. */
export interface Variable {
  readonly type: GraphQLInputType;
  readonly description: string | undefined;
}

/** What a route reads from a request, and the schema's field that answers it. */
export interface Asked {
  readonly field: GraphQLField<unknown, unknown>;
  /** By name of the path parameter. */
  readonly params: Readonly<Record<string, Variable | undefined>>;
  /** By name of the query parameter; without search parameters. */
  readonly query: Readonly<Record<string, Variable | undefined>>;
  /** The event that the request names, if any. */
  readonly named: Variable | undefined;
  /** The event that the route always fires. */
  readonly event: string | undefined;
  readonly input: Variable | undefined;
  readonly attributes: Readonly<Record<string, Variable | undefined>>;
}

function operationOf({ operation }: Route): OperationDefinitionNode {
  const node = operation.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A route lacks its operation.');
  return node;
}

/** Placeholder values that say where they were read from: the value of `id` in the path is `path id`. */
function watch(place: string, read: Set<string>): Readonly<Record<string, string>> {
  return new Proxy<Record<string, string>>(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string') return undefined;
        read.add(name);
        return `${place} ${name}`;
      },
    },
  );
}

/** The one field that an operation always selects. */
function fieldNode({ selectionSet }: OperationDefinitionNode) {
  const node = selectionSet.selections.find(({ directives = [] }) => directives.length === 0);
  if (node?.kind !== Kind.FIELD) throw new Error('An operation selects nothing.');
  return node;
}

/** Whether a variable is a value that was read, or a look-up by it. Decision: V5. */
const names = (candidate: unknown, value: unknown): boolean =>
  candidate === value || (isObject(candidate) && Object.values(candidate).includes(value));

/** Clients of REST send one text for what the schema looks up by one of several names. Decision: V5. */
const leafOf = (type: GraphQLInputType): GraphQLInputType =>
  isInputObjectType(type) && type.isOneOf ? GraphQLString : type;

/** The inputs of a route that calls its operation with these variables. */
class VariableReader {
  private readonly schema: GraphQLSchema;
  private readonly operation: OperationDefinitionNode;
  private readonly variables: Readonly<Record<string, unknown>>;
  readonly field: GraphQLField<unknown, unknown>;

  constructor(schema: GraphQLSchema, route: Route, variables: Readonly<Record<string, unknown>>) {
    this.schema = schema;
    this.operation = operationOf(route);
    this.variables = variables;
    const name = fieldNode(this.operation).name.value;
    const field = schema.getRootType(this.operation.operation)?.getFields()[name];
    if (!field) throw new Error(`The schema lacks ${name}.`);
    this.field = field;
  }

  /** The variable that receives this value, or has this name. */
  find(value: unknown, name?: string): Variable | undefined {
    const [found = name] =
      Object.entries(this.variables).find(([, candidate]) => names(candidate, value)) ?? [];
    const definition = this.operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === found,
    );
    if (!definition) return undefined;
    const type = typeFromAST(this.schema, definition.type) as GraphQLInputType;
    const argument = fieldNode(this.operation).arguments?.find(
      (node) => node.value.kind === Kind.VARIABLE && node.value.name.value === found,
    );
    const described = this.field.args.find((arg) => arg.name === argument?.name.value);
    return {
      type: leafOf(isNonNullType(type) ? type.ofType : type),
      description: described?.description ?? undefined,
    };
  }

  findAll(place: string, names: Iterable<string>): Readonly<Record<string, Variable | undefined>> {
    return Object.fromEntries(
      [...names].map((name) => [name, this.find(`${place} ${name}`, toInputName(name))]),
    );
  }
}

/** Finds out what a route reads from a request by watching how it fills the variables of its operation. */
export function readAsked(schema: GraphQLSchema, route: Route, form: Form): Asked {
  const read = { path: new Set<string>(), query: new Set<string>(), body: new Set<string>() };
  const attributes = watch('body', read.body);
  const variables = route.variables({
    params: watch('path', read.path),
    query: watch('query', read.query),
    attributes,
    event: 'an event',
    search: {},
    form,
  });
  const reader = new VariableReader(schema, route, variables);
  const parts = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const { event } = variables;
  return {
    field: reader.field,
    params: reader.findAll('path', parts),
    query: reader.findAll('query', read.query),
    named: event === 'an event' ? reader.find(event, 'event') : undefined,
    event: typeof event === 'string' && event !== 'an event' ? event : undefined,
    input: reader.find(attributes),
    attributes: reader.findAll('body', read.body),
  };
}
