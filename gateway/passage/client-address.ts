import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { keep } from '../../rest/index.ts';

interface Sender {
  readonly remoteAddress?: string | undefined;
}

export type AddressOf = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Sender;
}) => string;

/** The other end of a socket, which each of its requests asks for several times. */
const ownOf = keep(({ remoteAddress = '' }: Sender) => plainAddress(remoteAddress) ?? '');

/**
 * Creates the function that finds a client's address: the socket's, or with `hops` trusted proxies in front the
 * one that the outermost of them added to X-Forwarded-For. Entries further left come from the client and are
 * ignored, as is anything that is not an address.
 */
export function addressReader(hops: number): AddressOf {
  return function addressOf({ headers, socket }) {
    const own = ownOf(socket);
    const noted = headers['x-forwarded-for'];
    if (hops === 0 || noted === undefined) return own;
    const entries = String(noted).split(',');
    return plainAddress(entries[Math.max(0, entries.length - hops)] ?? '') ?? own;
  };
}

/** An address without port, brackets and zone; an IPv4-mapped IPv6 address as IPv4. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, withPort] =
    /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).toLowerCase().split('%');
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
  return isIPv4(mapped) || isIPv6(mapped) ? mapped : undefined;
}

/** The key of an address for limits: of IPv6 its /64 network, because one customer has all of it. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::');
  const groups = (part: string): string[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => (group.includes('.') ? [group, ''] : group));
  const head = groups(before);
  const missing = after === undefined ? 0 : 8 - head.length - groups(after).length;
  const all = [...head, ...Array<string>(missing).fill('0'), ...groups(after ?? '')];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
