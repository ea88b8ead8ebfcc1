/** @typedef {Record<string, readonly string[]>} FieldMessages */

/** The key, in this page's memory and nowhere else: a reload forgets it. Decision: P60. */
let key = '';

/** @param {string} typed */
export function takeKey(typed) {
  key = typed;
}

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

/** @type {Readonly<Record<string, string>>} */
const sentences = {
  UNAUTHENTICATED: 'This key does not work. It may be mistyped, revoked or expired.',
  UNAUTHORIZED: 'Your key does not have the right to do that.',
  NOT_FOUND: 'It is not there, or not any more.',
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
  // a header cannot hold anything else, so no key does
  if (!/^[\x21-\x7e]+$/.test(key)) throw failureOf('UNAUTHENTICATED');
  const { data, errors, error } = await send(JSON.stringify({ query, variables }));
  const [first] = errors ?? [];
  if (first) {
    const failure = describe(first);
    if (failure.code === 'UNAUTHENTICATED') document.dispatchEvent(new Event('key-refused'));
    throw failure;
  }
  if (!data) throw new Failure('UNKNOWN', String(error ?? 'The answer makes no sense.'));
  return data;
}

/**
 * @param {string} body
 * @returns {Promise<{ data?: unknown, errors?: GraphQLError[], error?: string }>}
 */
async function send(body) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-ServiceAPIKey': key,
      },
      body,
      credentials: 'omit',
      cache: 'no-store',
    });
    return await response.json();
  } catch {
    throw failureOf('UNREACHABLE');
  }
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
