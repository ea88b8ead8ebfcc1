import { FairQueue, type Leaving } from '../../prisma/shares/fair-queue.ts';
import { SentAway, WaitingRoom } from '../../prisma/shares/waiting-room.ts';
import { type Credentials, SeenSecrets, type Viewer } from '../../schema/index.ts';
import { networkOf } from '../passage/client-address.ts';
import { viewerOf } from '../passage/identify.ts';
import { RateLimited } from '../passage/refusals.ts';
import type { OnRefused } from './point-stores.ts';
import type { RequestState } from '../passage/request-state.ts';

/**
 * Of one address eight look-ups run and 64 wait, so that a host which serves many users is not refused after a start;
 * 32 run and 8,000 wait of all, more than a hundred addresses can fill.
 */
const queueOfLookUps = (): FairQueue =>
  new FairQueue({
    width: 32,
    share: 8,
    room: new WaitingRoom({ length: 8_000, lengthOfOne: 64 }),
  });

/** What a caller is identified by, with its kind: a session's token is no key. */
const proofOf = ({ key, session = null }: Credentials): string | null => {
  if (key !== null) return `key ${key}`;
  return session === null ? null : `session ${session}`;
};

/**
 * Looks up the callers of requests: the one way to them for limits, admission and operations. Keys and sessions that
 * this process has not seen to be good are looked up in turns of their addresses, a few of each, so that made-up ones
 * delay nobody; several requests with the same one share a look-up. Good ones never wait here, until they are found to
 * have ended. `onRefused` is called for each look-up for which there was no room. Decision: P34.
 */
export class LookUps {
  private readonly load: (credentials: Credentials) => Promise<Viewer>;
  private readonly onRefused: OnRefused;
  private readonly queue = queueOfLookUps();
  private readonly good = new SeenSecrets();
  /** Look-ups that run or wait, by digest. */
  private readonly pending = new Map<string, Promise<Viewer>>();

  constructor(
    load: (credentials: Credentials) => Promise<Viewer>,
    onRefused: OnRefused = () => undefined,
  ) {
    this.load = load;
    this.onRefused = onRefused;
  }

  /** Whether this process has last seen that the key or session of a request is good. */
  isGood(credentials: Credentials): boolean {
    const proof = proofOf(credentials);
    return proof !== null && this.good.has(proof);
  }

  /** Notes that a user's session was opened: its browser goes on, whatever others of its address guess. */
  noteOpened(session: string, { user }: Viewer): void {
    const proof = proofOf({ key: null, orderToken: null, session });
    if (proof !== null && user) this.good.add(proof, String(user.id));
  }

  /** The caller of a request, looked up again after a second. Throws what prevented the look-up. */
  readonly viewerOf = (state: RequestState): Promise<Viewer> =>
    viewerOf(state, () => this.lookUp(state));

  /**
   * The caller of a request; null if the look-up failed, which is reported where the viewer is needed; `too-many` if it
   * was not tried, because too many look-ups wait: then the response is 429.
   */
  async find(state: RequestState): Promise<Viewer | null | 'too-many'> {
    try {
      return await this.viewerOf(state);
    } catch (error) {
      return error instanceof RateLimited ? 'too-many' : null;
    }
  }

  private async lookUp(state: RequestState): Promise<Viewer> {
    const { credentials } = state;
    const proof = proofOf(credentials);
    if (proof === null) return this.load(credentials);
    const wasGood = this.good.has(proof);
    const viewer = await (wasGood ? this.load(credentials) : this.lookUpOpen(proof, state));
    if (!viewer.user) this.good.delete(proof);
    else if (!wasGood) this.good.add(proof, String(viewer.user.id));
    return viewer;
  }

  private lookUpOpen(proof: string, { address = '', credentials }: RequestState): Promise<Viewer> {
    const digest = SeenSecrets.digestOf(proof);
    // what another request finds is cached, unless keys have changed meanwhile
    const known = this.pending.get(digest)?.then(() => this.load(credentials));
    if (known) return known;
    const found = this.inLine(networkOf(address), credentials).finally(() => {
      this.pending.delete(digest);
    });
    this.pending.set(digest, found);
    return found;
  }

  private async inLine(network: string, credentials: Credentials): Promise<Viewer> {
    await this.enter(network);
    let how: Leaving = 'failed';
    try {
      const viewer = await this.load(credentials);
      how = 'through';
      return viewer;
    } finally {
      this.queue.leave(network, how);
    }
  }

  /** Throws RateLimited at once if there is no room; SentAway if the queue does not move, as the database's do. */
  private enter(network: string): Promise<void> | undefined {
    try {
      return this.queue.enter(network);
    } catch (error) {
      if (!(error instanceof SentAway)) throw error;
      this.onRefused('lookUps');
      throw new RateLimited();
    }
  }
}
