/** A response of the store. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; undefined if there is none. */
  readonly body: unknown;
  /** The body as it was sent. */
  readonly text: string;
}

interface SentParts {
  /** Sent as JSON, unless it is a text or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it is sent, for observers. */
export interface Sent extends SentParts {
  readonly method: string;
  /** With its query. */
  readonly path: string;
}

type Call = (path: string, parts?: SentParts) => Promise<Reply>;

/** A client of the store in one of the contract's two formats, or without credentials. */
export interface Client {
  readonly get: Call;
  readonly head: Call;
  readonly options: Call;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: Call;
}

function spellBody({ body, headers }: SentParts): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return { ...(headers && { headers: { ...headers } }) };
  if (body instanceof URLSearchParams || typeof body === 'string') {
    return { body, headers: { ...headers } };
  }
  return {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

/**
 * A client of the server at `url` that sends the same headers with every request. `note` is called with each.
 */
export function createClient(
  url: string,
  credentials: Readonly<Record<string, string>>,
  note: (sent: Sent) => void = () => undefined,
): Client {
  const call =
    (method: string): Call =>
    async (path, parts = {}) => {
      note({ ...parts, method, path, headers: { ...credentials, ...parts.headers } });
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        ...spellBody({ ...parts, headers: { ...credentials, ...parts.headers } }),
      });
      const text = await response.text();
      const { status, headers } = response;
      return {
        status,
        headers,
        text,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    };
  return {
    get: call('GET'),
    head: call('HEAD'),
    options: call('OPTIONS'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

/** The credentials of the older format: the key is the user name. */
export const basic = (key: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${key}:x`).toString('base64')}`,
});

/** The credentials of the newer format. */
export const keyHeader = (key: string): Record<string, string> => ({ 'x-serviceapikey': key });
