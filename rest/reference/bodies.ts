import { isInputObjectType } from 'graphql';
import { toCamel } from '../naming.ts';
import type { Route } from '../route.ts';
import type { Asked } from './asked.ts';
import type { InputSchemas } from './inputs.ts';
import type { Named, RequestBody, Schema } from './openapi.ts';

/** What stands beside the resource key: `lock_version`, and what the row names. Decision: F9, F15. */
function besideKey({ writes }: Route, asked: Asked, inputs: InputSchemas): Named<Schema> {
  const type = asked.input?.type;
  const fields = isInputObjectType(type) ? type.getFields() : {};
  const found = ['lock_version', ...(writes?.beside ?? [])].flatMap((name) => {
    const fieldType = fields[toCamel(name)]?.type ?? asked.attributes[name]?.type;
    return fieldType ? [[name, inputs.of(fieldType)] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * What a route lets clients write: the attributes under their resource key, or bare; as JSON or as
 * a form.
 * Decision: F6, F8, F9.
 */
export function describeBody(
  route: Route,
  asked: Asked,
  inputs: InputSchemas,
): RequestBody | undefined {
  const { writes } = route;
  if (!writes) return undefined;
  const own = Object.entries(asked.attributes).flatMap(([name, variable]) =>
    variable && !writes.beside?.includes(name) ? [[name, inputs.of(variable.type)] as const] : [],
  );
  const beside = besideKey(route, asked, inputs);
  const attributes: Schema = asked.input
    ? inputs.of(asked.input.type)
    : { type: 'object', properties: { ...beside, ...Object.fromEntries(own) } };
  const keyed: Schema = {
    title: `Under ${writes.resource}`,
    type: 'object',
    required: [writes.resource],
    properties: { [writes.resource]: attributes, ...beside },
  };
  const bare: Schema = { title: 'Bare', ...attributes };
  return {
    description: `Attributes under \`${writes.resource}\`, or bare. What is not sent stays.`,
    content: {
      'application/json': { schema: { anyOf: [keyed, bare] } },
      'application/x-www-form-urlencoded': {
        schema: keyed,
        encoding: { [writes.resource]: { style: 'deepObject', explode: true } },
      },
    },
  };
}
