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

/** Every value of `Host` as sent; Node itself returns the first one. */
const hostsOf = ({ rawHeaders }: IncomingMessage): readonly string[] =>
  rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');

/**
 * Refuses requests with no host or more than one with 400: proxies in front and the program might read them
 * differently. HTTP/1.0 may omit the header. Node itself only refuses a missing one, and with an empty body.
 */
export const requireHost: GatewayMiddleware = function requireHost(ctx, next) {
  const hosts = hostsOf(ctx.req);
  const mayLack = ctx.req.httpVersion === '1.0' && hosts.length === 0;
  if (mayLack || (hosts.length === 1 && isHost(hosts[0] ?? ''))) return next();
  refuse(ctx, 400);
  return undefined;
};

/** Whether the target of a request has a path. Node takes more than can be read, such as `http://%@host/`. */
function hasPath(ctx: GatewayContext): boolean {
  try {
    return /^(?:\/|\*$)/.test(ctx.path);
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Refuses a target without a path that can be read with 400: everything behind this looks at the path. */
export const requireTarget: GatewayMiddleware = function requireTarget(ctx, next) {
  if (hasPath(ctx)) return next();
  ctx.url = '/';
  refuse(ctx, 400);
  return undefined;
};
