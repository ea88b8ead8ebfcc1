import { getVariableValues, type GraphQLSchema, type VariableDefinitionNode } from 'graphql';

/** Of variables of so many characters all that is wrong is told, up to 50 errors; of longer ones the first. */
const mostTold = { characters: 10_000, errors: 50 } as const;
/** So much of a text is repeated in an error: more than any text that is valid for its length has. */
const mostOfText = 200;

type Values = Readonly<Record<string, unknown>>;

/**
 * The values of an operation's variables, or what is wrong with them. graphql-js writes the whole object that an error
 * is in into its message, so that a megabyte of variables would make fifty megabytes of errors: what is wrong is looked
 * for with short texts first.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Values,
): ReturnType<typeof getVariableValues> {
  const coerce = (values: Values, maxErrors: number) =>
    getVariableValues(schema, definitions, values, { maxErrors });
  const short = hasLongText(given) ? (shortened(given) as Values) : given;
  const once = coerce(short, 1);
  if (once.errors) return isTold(given) ? coerce(short, mostTold.errors) : once;
  return short === given ? once : coerce(given, 1);
}

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > mostOfText;
  if (Array.isArray(value)) return value.some(hasLongText);
  return isPlain(value) && Object.values(value).some(hasLongText);
}

/** A value with the beginnings of its texts. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, mostOfText);
  if (Array.isArray(value)) return value.map(shortened);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Whether all that is wrong with variables is told: their names and values are short together. */
function isTold(variables: Values): boolean {
  let characters = 0;
  const open: unknown[] = [variables];
  while (open.length > 0 && characters <= mostTold.characters) {
    const value = open.pop();
    characters += typeof value === 'string' ? value.length + 1 : 1;
    if (Array.isArray(value)) for (const one of value) open.push(one);
    if (!isPlain(value)) continue;
    for (const [name, one] of Object.entries(value)) {
      characters += name.length;
      open.push(one);
    }
  }
  return characters <= mostTold.characters;
}
