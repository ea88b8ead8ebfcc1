import type { ExecutionResult } from 'graphql';

/** A result with more characters of names and texts is written in parts. */
export const mostAtOnce = 1_048_576;

/** About how many characters a part has: others wait for no longer one. */
const partCharacters = 65_536;

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A value as JSON, in pieces: what contains no further lists and objects is one. */
function* piecesOf(value: unknown): Generator<string> {
  if (!isNested(value) || !Object.values(value as object).some(isNested)) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, member] of Object.entries(value as object)) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(member);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** A long result as JSON, in texts to be written one a turn: 16 million characters take a tenth of a second at once. */
export function* partsOf({ data, ...others }: ExecutionResult): Generator<string> {
  let part = '{"data":';
  for (const piece of piecesOf(data)) {
    part += piece;
    if (part.length < partCharacters) continue;
    yield part;
    part = '';
  }
  const rest = JSON.stringify(others);
  yield `${part}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`;
}
