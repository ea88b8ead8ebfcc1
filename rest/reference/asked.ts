import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  isInputObjectType,
  isObjectType,
  Kind,
  typeFromAST,
} from 'graphql';
import type { Form } from '../forms/form.ts';
import { fieldOf, operationOf } from '../graphql.ts';
import { toInputName } from '../words/naming.ts';
import type { Route } from '../route.ts';
import { isObject } from '../words/texts.ts';

/** A variable of an operation, as clients see it. */
export interface Variable {
  readonly type: GraphQLInputType;
  readonly description: string | undefined;
}

/** What a route reads from a request, and the schema's field that answers it. */
export type Asked = ReturnType<typeof readAsked>;

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

/** Whether a variable is a value that was read, or a look-up by it. */
const names = (candidate: unknown, value: unknown): boolean =>
  candidate === value || (isObject(candidate) && Object.values(candidate).includes(value));

/** Clients of REST send one text for what the schema looks up by one of several names. */
const leafOf = (type: GraphQLInputType): GraphQLInputType =>
  isInputObjectType(type) && type.isOneOf ? GraphQLString : type;

function rootField(schema: GraphQLSchema, document: DocumentNode) {
  const name = fieldOf(document).name.value;
  const field = schema.getRootType(operationOf(document).operation)?.getFields()[name];
  if (!field) throw new Error(`The schema lacks ${name}.`);
  return field;
}

/** The record that a field returns or changes. */
function recordOf({ name, type }: GraphQLField<unknown, unknown>): string {
  const returned = getNamedType(type);
  if (!isObjectType(returned) || !('userErrors' in returned.getFields())) {
    return returned.name.replace(/Connection$/, '');
  }
  const records = Object.values(returned.getFields()).map((part) => getNamedType(part.type).name);
  return records.findLast((record) => name.includes(record)) ?? records[0] ?? returned.name;
}

/** Finds out what a route reads from a request by watching how it fills the variables of its operation. */
export function readAsked(schema: GraphQLSchema, route: Route, form: Form) {
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
  const field = rootField(schema, route.operation);

  /** The variable that receives this value, or has this name. */
  function find(value: unknown, name?: string): Variable | undefined {
    const [found = name] =
      Object.entries(variables).find(([, candidate]) => names(candidate, value)) ?? [];
    const definition = operationOf(route.operation).variableDefinitions?.find(
      ({ variable }) => variable.name.value === found,
    );
    if (!definition) return undefined;
    const argument = fieldOf(route.operation).arguments?.find(
      (node) => node.value.kind === Kind.VARIABLE && node.value.name.value === found,
    );
    const described = field.args.find((arg) => arg.name === argument?.name.value);
    return {
      type: leafOf(getNullableType(typeFromAST(schema, definition.type) as GraphQLInputType)),
      description: described?.description ?? undefined,
    };
  }

  const findAll = (place: string, keys: Iterable<string>) =>
    Object.fromEntries([...keys].map((key) => [key, find(`${place} ${key}`, toInputName(key))]));

  const parts = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const { event } = variables;
  return {
    field,
    record: recordOf(field),
    /** By name of the path parameter. */
    params: findAll('path', parts),
    /** By name of the query parameter; without search parameters. */
    query: findAll('query', read.query),
    /** The event that the request names, if any. */
    named: event === 'an event' ? find(event, 'event') : undefined,
    /** The event that the route always fires. */
    event: typeof event === 'string' && event !== 'an event' ? event : undefined,
    input: find(attributes),
    attributes: findAll('body', read.body),
  };
}
