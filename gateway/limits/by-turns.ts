/** Entries of several parties: the first of each in turn, however many one of them has. */
export class ByTurns<Entry> {
  /** The party whose turn it is comes first. */
  private readonly lines = new Map<string, Entry[]>();

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  add(party: string, entry: Entry): void {
    const line = this.lines.get(party);
    if (line) line.push(entry);
    else this.lines.set(party, [entry]);
  }

  /** Takes the entry whose turn it is; parties that must wait are passed over, and keep their turns. */
  next(mustWait: (party: string) => boolean): Entry | undefined {
    for (const [party, line] of this.lines) {
      if (mustWait(party)) continue;
      const first = line.shift();
      this.lines.delete(party);
      if (line.length > 0) this.lines.set(party, line);
      return first;
    }
    return undefined;
  }
}
