interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
  readonly holder: string;
}

interface Holding {
  size: number;
  /** The keys, least recently used first. */
  readonly keys: Set<string>;
}

/**
 * A cache of a maximum size that several share. When it is full, whoever holds the most loses what they used longest
 * ago; of several who hold as much, the one who used the cache longest ago. So one who fills it pushes out nobody else's,
 * and one who is alone has all of it.
 */
export class FairCache<Value> {
  private readonly most: number;
  private readonly onDelete: (value: Value) => void;
  private readonly kept = new Map<string, Kept<Value>>();
  private readonly holdings = new Map<string, Holding>();
  private total = 0;

  constructor(most: number, onDelete: (value: Value) => void = () => undefined) {
    this.most = most;
    this.onDelete = onDelete;
  }

  get size(): number {
    return this.total;
  }

  peek(key: string): Value | undefined {
    return this.kept.get(key)?.value;
  }

  get(key: string): Value | undefined {
    const kept = this.kept.get(key);
    if (!kept) return undefined;
    const { keys } = this.holdingOf(kept.holder);
    if (keys.delete(key)) keys.add(key);
    return kept.value;
  }

  /** Keeps a value for a holder, unless it is there: then it stays its first holder's. */
  add(key: string, value: Value, holder: string, size = 1): void {
    if (size > this.most || this.kept.has(key)) return;
    this.kept.set(key, { value, size, holder });
    const holding = this.holdingOf(holder);
    holding.keys.add(key);
    holding.size += size;
    this.total += size;
    while (this.total > this.most) this.deleteOne();
  }

  delete(key: string): void {
    const kept = this.kept.get(key);
    const holding = kept && this.holdings.get(kept.holder);
    if (!holding) return;
    this.kept.delete(key);
    this.total -= kept.size;
    holding.size -= kept.size;
    holding.keys.delete(key);
    if (holding.keys.size === 0) this.holdings.delete(kept.holder);
    this.onDelete(kept.value);
  }

  /** What a holder has; it becomes the last to lose among those who hold as much. */
  private holdingOf(holder: string): Holding {
    const holding = this.holdings.get(holder) ?? { size: 0, keys: new Set() };
    this.holdings.delete(holder);
    this.holdings.set(holder, holding);
    return holding;
  }

  private deleteOne(): void {
    let largest: Holding | undefined;
    for (const holding of this.holdings.values()) {
      if (largest === undefined || holding.size > largest.size) largest = holding;
    }
    const [oldest] = largest?.keys ?? [];
    if (oldest !== undefined) this.delete(oldest);
  }
}
