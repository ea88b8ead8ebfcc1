const hostParts = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::\d{1,5})?$/i;
const loopback = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;

/** Whether only this machine can reach a host of this name or address, which has no brackets. */
export const isLoopback = (host: string): boolean => loopback.test(host);

interface RequestOrigin {
  readonly protocol: string;
  /** The `Host` header. */
  readonly host: string;
  readonly socket: { readonly localAddress?: string | undefined };
}

/**
 * The beginning of absolute URLs: the setting PUBLIC_URL, else scheme and host of the request if the host is
 * this machine, by a loopback name or by the address that was connected to. Any other `Host` may be forged and
 * is not repeated: URLs then begin with their path, which a client resolves against the URL it used.
 */
export function readOrigin(
  { protocol, host, socket }: RequestOrigin,
  publicUrl: string | null,
): string {
  if (publicUrl !== null) return publicUrl;
  const [, ipv6, other] = hostParts.exec(host) ?? [];
  const name = ipv6 ?? other ?? '';
  const isOwn = isLoopback(name) || name === socket.localAddress?.replace(/^::ffff:/, '');
  return isOwn && name !== '' ? `${protocol}://${host}` : '';
}
