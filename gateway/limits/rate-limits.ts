/** So many in so many seconds. */
export interface Quota {
  readonly points: number;
  readonly seconds: number;
}

/** What is counted, and for whom. Decision: P30, N33. */
export interface RateLimits {
  /**
   * Points of one user, whichever of their keys is used: one for each 1,000 of cost, at least one per request.
   */
  readonly key: Quota;
  /** Points of one address without a valid key. */
  readonly address: Quota;
  /** Failed attempts with keys and order tokens from one address. */
  readonly failures: Quota;
}

export type LimitName = keyof RateLimits;
