import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { refuse } from './refusals.ts';
import type { GatewayMiddleware } from './request-state.ts';

/** A name, an IPv4 or a bracketed IPv6 address, and a port, as in RFC 9112 and 3986. */
const shape =
  /^(?:\[(?<address>[\da-f:.]{2,45})\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2}){1,255})(?::(?<port>\d{0,5}))?$/i;

/** Whether a text is a valid `Host`. */
function isHost(text: string): boolean {
  const { groups } = shape.exec(text) ?? {};
  if (!groups || Number(groups['port'] ?? '') > 65_535) return false;
  return groups['address'] === undefined || isIPv6(groups['address']);
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
