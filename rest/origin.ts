const plainHost = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** What tells where a request was sent to. */
export interface RequestOrigin {
  readonly protocol: string;
  /** The `Host` header. */
  readonly host: string;
}

/**
 * What absolute addresses begin with: the setting PUBLIC_URL, else scheme and host of the request.
 * A `Host` that is no plain name with a port is not repeated: the addresses then begin with their
 * path, which a client resolves against the address it used.
 * Decision: F16, G18.
 */
export function readOrigin({ protocol, host }: RequestOrigin, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  return plainHost.test(host) ? `${protocol}://${host}` : '';
}
