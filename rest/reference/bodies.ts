import { isInputObjectType } from 'graphql';
import { toInputName } from '../words/naming.ts';
import type { Route } from '../route.ts';
import type { Asked } from './asked.ts';
import type { CompleteRequest } from './examples/index.ts';
import { type InputSchemas, versionText } from './inputs.ts';
import type { Named, RequestBody, Schema } from './openapi.ts';

/** What is sent beside the resource key: `lock_version`, and what the row names. */
function besideKey({ writes }: Route, asked: Asked, inputs: InputSchemas): Named<Schema> {
  const type = asked.input?.type;
  const fields = isInputObjectType(type) ? type.getFields() : {};
  const found = ['lock_version', ...(writes?.beside ?? [])].flatMap((name) => {
    const variable = asked.attributes[name];
    const field = fields[toInputName(name)];
    if (variable) return [[name, inputs.of(variable.type)] as const];
    return field ? [[name, inputs.of(field.type)] as const] : [];
  });
  return Object.fromEntries(
    found.map(([name, schema]) => [
      name,
      name === 'lock_version' ? { ...schema, description: versionText } : schema,
    ]),
  );
}

/** The attributes under their resource key, if the route takes any. */
function describeAttributes(route: Route, asked: Asked, inputs: InputSchemas): Named<Schema> {
  const { writes } = route;
  if (!writes) return {};
  const own = Object.entries(asked.attributes).flatMap(([name, variable]) =>
    variable && !writes.beside?.includes(name) ? [[name, inputs.of(variable.type)] as const] : [],
  );
  const beside = besideKey(route, asked, inputs);
  const attributes: Schema = asked.input
    ? inputs.of(asked.input.type)
    : { type: 'object', properties: { ...beside, ...Object.fromEntries(own) } };
  return { [writes.resource]: attributes, ...beside };
}

/**
 * The request body of a route: the attributes under their resource key, as JSON or as a form, and the name of an event.
 * Attributes may also be sent without the key; that is said in words only, because generated clients need one shape.
 */
export function describeBody(
  route: Route,
  asked: Asked,
  inputs: InputSchemas,
  { says, body }: CompleteRequest,
): RequestBody | undefined {
  const { writes, method } = route;
  const { named } = asked;
  if (!writes && !named) return undefined;
  const event: Named<Schema> = named
    ? { e: { ...inputs.of(named.type), description: 'The name of the event.' } }
    : {};
  const properties = { ...event, ...describeAttributes(route, asked, inputs) };
  const schema: Schema = { type: 'object', properties };
  const kept = method === 'PUT' ? ' Attributes that are not sent keep their value.' : '';
  const description = writes
    ? `Attributes under \`${writes.resource}\`, or bare.${kept}`
    : 'The event, if it is not in the query.';
  const encoding = writes && {
    encoding: { [writes.resource]: { style: 'deepObject', explode: true } as const },
  };
  return {
    description,
    content: {
      'application/json': {
        schema,
        examples: { accepted: { summary: says, value: body ?? {} } },
      },
      'application/x-www-form-urlencoded': { schema, ...encoding },
    },
  };
}
