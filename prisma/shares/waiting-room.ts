/** Thrown if an entry is refused before its work began: nothing has happened. */
export class SentAway extends Error {}

/** Limits how many wait, in total and of one caller, in all queues that share the room. */
export class WaitingRoom {
  private readonly rules: { readonly length: number; readonly lengthOfOne: number };
  private readonly callers = new Map<string, number>();
  private taken = 0;

  constructor(rules: WaitingRoom['rules']) {
    this.rules = rules;
  }

  /** Throws SentAway if there is no room. */
  take(caller: string): void {
    const own = this.callers.get(caller) ?? 0;
    if (this.taken >= this.rules.length || own >= this.rules.lengthOfOne) {
      throw new SentAway('Too many requests are waiting.');
    }
    this.callers.set(caller, own + 1);
    this.taken += 1;
  }

  free(caller: string): void {
    const own = (this.callers.get(caller) ?? 0) - 1;
    if (own > 0) this.callers.set(caller, own);
    else this.callers.delete(caller);
    this.taken -= 1;
  }
}
