import { SeenSecrets } from '../../schema/index.ts';
import type { Viewer } from '../../schema/index.ts';
import { networkOf } from '../passage/client-address.ts';
import type { RequestState } from '../passage/request-state.ts';

const network = 'network:';

/**
 * Whose share a request takes: of the user of a valid key, else of the order token if some order had it, else
 * of the client's network. Never a value that a client can choose freely.
 * Decision: N40.
 */
export function callerOf(
  viewer: Viewer | null,
  { address = '', credentials: { orderToken } }: RequestState,
  isKnownToken: (token: string) => boolean,
): string {
  if (viewer?.user) return `user:${String(viewer.user.id)}`;
  if (orderToken !== null && isKnownToken(orderToken)) {
    return `token:${SeenSecrets.digestOf(orderToken)}`;
  }
  return `${network}${networkOf(address)}`;
}

/** Whether a caller presented a valid key or token, and is not just an address. */
export const isKnown = (caller: string): boolean => !caller.startsWith(network);
