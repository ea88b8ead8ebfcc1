import { GraphQLOneOfDirective, type GraphQLSchema, isInputObjectType, printSchema } from 'graphql';

const { name, description, locations } = GraphQLOneOfDirective;

/** What `@oneOf` is: it came late to the specification, and generators of code refuse what they do not know. */
const oneOf = `"""${description ?? ''}"""\ndirective @${name} on ${locations.join(' | ')}\n\n`;

/** A schema as text. Directives that older tools do not know are defined in it. */
export function printSdl(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap());
  const isUsed = types.some((type) => isInputObjectType(type) && type.isOneOf);
  return `${isUsed ? oneOf : ''}${printSchema(schema)}\n`;
}
