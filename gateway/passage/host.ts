import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** A bracketed IPv6 address, or labels of letters, digits and inner hyphens; and a port. */
const shape =
  /^(?:\[(?<address>[\da-f:.]{2,45})\]|(?<name>\w+(?:-+\w+)*(?:\.\w+(?:-+\w+)*)*)\.?)(?::(?<port>\d{0,5}))?$/i;

/** The longest name, and the longest of its labels, in characters. */
const most = { ofName: 253, ofLabel: 63 } as const;

/** Whether a name can be one: what ends in a number is an IPv4 address. */
const isName = (name: string): boolean =>
  name.length <= most.ofName &&
  name.split('.').every(({ length }) => length <= most.ofLabel) &&
  (isIPv4(name) || !/(?:^|\.)\d+$/.test(name));

/**
 * Whether a text is a valid `Host`: a name of DNS, where underscores are common too, or an address, and a port, as in
 * RFC 9112 and 1123. An empty port is none.
 */
function isHost(text: string): boolean {
  const { groups } = shape.exec(text) ?? {};
  if (!groups) return false;
  const { address, name = '', port = '' } = groups;
  if (port !== '' && (Number(port) === 0 || Number(port) > 65_535)) return false;
  return address === undefined ? isName(name) : isIPv6(address);
}

/** The valid host that was sent last, which most requests have. */
let latest: string | undefined;

/** Whether a request has one host; HTTP/1.0 may omit it. Node itself only refuses a missing one, and with an empty body. */
function hasHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  // every value as sent: Node itself returns the first one
  const [host, ...others] = rawHeaders.filter(
    (_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host',
  );
  if (host === undefined) return httpVersion === '1.0';
  if (host !== latest && isHost(host)) latest = host;
  return host === latest && others.length === 0;
}

const withoutDefaultPort = (host: string): string =>
  host.toLowerCase().replace(/:(?:80|443)?$/, '');

/** Whether a target that names a host, as those sent to proxies do, names the one of the request. */
function isOfHost({ url = '', headers }: IncomingMessage): boolean {
  const [, named] = /^[^/*][^/]*\/\/([^/?#]*)/.exec(url) ?? [];
  if (named === undefined) return true;
  const { host = named } = headers;
  return /^https?:/i.test(url) && withoutDefaultPort(named) === withoutDefaultPort(host);
}

/** Whether the target of a request has a path. Node takes more than can be read, such as `http://%@host/`. */
function hasPath(ctx: GatewayContext): boolean {
  try {
    return /^(?:\/|\*$)/.test(ctx.path);
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Refuses with 400 a target without a path that can be read, because everything behind this looks at the path; and no
 * host, another one in the target, or more than one, which proxies in front and the program might read differently.
 */
export const requireHostAndPath: GatewayMiddleware = function requireHostAndPath(ctx, next) {
  const isReadable = hasPath(ctx);
  if (isReadable && hasHost(ctx.req) && isOfHost(ctx.req)) return next();
  if (!isReadable) ctx.url = '/';
  refuse(ctx, 400);
  return undefined;
};
