import { fromPage, sessionEnded } from '/pages/session.js';

/** @typedef {Record<string, readonly string[]>} FieldMessages */

/** Something the store refused, or could not do, in words for the reader. */
export class Failure extends Error {
  /**
   * @param {string} code as the store names it
   * @param {string} message
   * @param {FieldMessages} [fields] what is wrong with which field
   */
  constructor(code, message, fields = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Whether something was refused because the reader may not do or see it.
 * @param {unknown} error
 */
export const lacksRight = (error) => error instanceof Failure && error.code === 'UNAUTHORIZED';

/**
 * Asks for what a view can do without: null where the reader may not see it. Throws Failure.
 * @param {string} query
 * @param {Record<string, unknown>} [variables]
 * @returns {Promise<any>} as `ask` gives it
 */
export async function askIfAllowed(query, variables) {
  try {
    return await ask(query, variables);
  } catch (error) {
    if (lacksRight(error)) return null;
    throw error;
  }
}

/** @type {Readonly<Record<string, string>>} */
const sentences = {
  UNAUTHENTICATED: 'Your session has ended.',
  UNAUTHORIZED: 'Your key does not have the right to do that.',
  NOT_FOUND: 'It does not exist, or was deleted. Open the list to see what there is.',
  CONFLICT:
    'It was changed since you opened it, perhaps by another admin, so nothing was saved. Reload the page to see it as it is now, then make your change again.',
  RATE_LIMITED: 'Too many requests. Wait a moment and try again.',
  UNAVAILABLE: 'The store is busy or its database is away. Try again in a moment.',
  UNREACHABLE: 'The store cannot be reached. Check the connection and try again.',
};

/** @typedef {{ message: string, extensions?: { code?: string, fields?: FieldMessages, requestId?: string } }} GraphQLError */

/**
 * Runs an operation of the store's GraphQL and gives its data. Throws Failure.
 * @param {string} query
 * @param {Record<string, unknown>} [variables]
 * @returns {Promise<any>} in the shape the operation asks for
 */
export async function ask(query, variables = {}) {
  const { data, errors, error } = await send(JSON.stringify({ query, variables }));
  const [first] = errors ?? [];
  if (first) {
    const failure = describe(first);
    if (failure.code === 'UNAUTHENTICATED') sessionEnded();
    throw failure;
  }
  const [mistakes] = Object.values(data ?? {}).flatMap((value) =>
    value?.userErrors?.length > 0 ? [value.userErrors] : [],
  );
  if (mistakes) throw gather(mistakes);
  if (!data) throw new Failure('UNKNOWN', String(error ?? 'The answer makes no sense.'));
  return data;
}

/**
 * @param {string} body
 * @returns {Promise<{ data?: Record<string, any>, errors?: GraphQLError[], error?: string }>}
 */
async function send(body) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...fromPage,
      },
      body,
      cache: 'no-store',
    });
    return await response.json();
  } catch {
    throw failureOf('UNREACHABLE');
  }
}

/** @typedef {{ code: string, field: string[] | null, message: string }} UserError */

/**
 * What was wrong with a write: messages by field, those of the record as a whole under `base`.
 * @param {UserError[]} mistakes
 */
function gather(mistakes) {
  const [{ code, message }] = /** @type {[UserError]} */ (mistakes);
  if (code in sentences) return failureOf(code);
  /** @type {Record<string, string[]>} */
  const fields = {};
  for (const mistake of mistakes) {
    const name = mistake.field?.join('.') ?? 'base';
    fields[name] = [...(fields[name] ?? []), mistake.message];
  }
  return new Failure(code, message, fields);
}

/** @param {string} code */
const failureOf = (code) => new Failure(code, sentences[code] ?? code);

/** @param {GraphQLError} error */
function describe({ message, extensions = {} }) {
  const { code = 'UNKNOWN', fields = {}, requestId } = extensions;
  const told = sentences[code] ?? message;
  const trace = code === 'INTERNAL_SERVER_ERROR' ? `${told} (request ${requestId ?? '?'})` : told;
  return new Failure(code, trace, fields);
}
