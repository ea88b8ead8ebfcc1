import type { FormName } from '../../rest/request/form-name.ts';
import { basic, keyHeader } from '../support/clients.ts';
import type { Reply } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import type { Act } from './acts.ts';
import type { Caller, Credentials, Setting } from './setting.ts';

const signs: Readonly<Record<string, string>> = {
  missing_key: 'K',
  invalid_key: 'B',
  insufficient_rights: 'U',
};

const fill = (text: string, records: Setting['records']): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => records[name] ?? whole);

const withQuery = (path: string, { query }: Credentials): string =>
  query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/**
 * The expected verdict for a caller: the best of the caller's columns; if that is a refusal, B for an invalid
 * key.
 * Decision: A3, A18.
 */
export function expectedVerdict({ cells }: Act, { columns, badKey }: Caller): string {
  const verdicts = columns.map((column) => cells[column]);
  if (verdicts.includes('ok')) return 'ok';
  return badKey ? 'B' : (verdicts[0] ?? '');
}

/** The verdict of a REST response. An authorized write may still be refused for its data. */
function judgeReply({ status, headers, body }: Reply, act: Act, isRead: boolean): string {
  if (status === 401) {
    const [, reason = ''] = /error="(\w+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    return signs[reason] ?? '401 without a sign';
  }
  if (status === 404) return act.missing ? 'ok' : '404';
  const isToldApart = typeof body === 'object' && body !== null && 'errors' in body;
  const isRefusedData = !isRead && isToldApart && (status === 422 || status === 500);
  return status < 300 || isRefusedData ? 'ok' : String(status);
}

/** Sends a request to one route of an action in one format, and returns the verdict. */
export async function askRest(
  store: Store,
  { records }: Setting,
  act: Act,
  route: string,
  form: FormName,
  { credentials }: Caller,
): Promise<string> {
  const [method = '', pattern = ''] = route.split(' ');
  const names = pattern.match(/:\w+/g) ?? [];
  const path = names.reduce((rest, name, at) => {
    const own = name === ':id' ? (act.id ?? '') : name.slice(1);
    const isNothing = act.missing === true && at === names.length - 1;
    return rest.replace(name, encodeURIComponent(records[isNothing ? 'nothing' : own] ?? ''));
  }, pattern);
  const { key, headers } = credentials;
  const sent = {
    ...(key !== undefined && (form === 'older' ? basic(key) : keyHeader(key))),
    ...headers,
  };
  const spelled = withQuery(`${path}${form === 'older' ? '.json' : ''}`, credentials);
  const call = store.client(sent)[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'];
  const reply = await call(spelled, act.body === undefined ? {} : { body: act.body });
  return judgeReply(reply, act, method === 'GET');
}

interface Told {
  readonly data?: Readonly<
    Record<string, { readonly userErrors?: readonly { readonly code: string }[] } | null>
  > | null;
  readonly errors?: readonly {
    readonly extensions: { readonly code: string; readonly reason?: string };
  }[];
}

/** Runs the operation of an action at /graphql, and returns the verdict. */
export async function askGraphql(
  store: Store,
  { records }: Setting,
  act: Act,
  { credentials }: Caller,
): Promise<string> {
  const { key, headers } = credentials;
  const client = store.client({ ...(key !== undefined && keyHeader(key)), ...headers });
  const query = fill(act.ask, records);
  const { body } = await client.post(withQuery('/graphql', credentials), { body: { query } });
  const { data, errors } = body as Told;
  const [mistake] = Object.values(data ?? {}).flatMap((payload) => payload?.userErrors ?? []);
  if (mistake) return mistake.code === 'NOT_FOUND' && !act.missing ? mistake.code : 'ok';
  const [error] = errors ?? [];
  if (!error) return 'ok';
  const { code, reason = '' } = error.extensions;
  if (code === 'UNAUTHENTICATED' || code === 'UNAUTHORIZED') return signs[reason] ?? code;
  if (code === 'NOT_FOUND') return act.missing ? 'ok' : code;
  const isRefusedData = query.startsWith('mutation') && (code === 'INVALID' || code === 'REFUSED');
  return isRefusedData ? 'ok' : code;
}
