import type pg from 'pg';

/** How much one connection keeps prepared: as many texts, and as many characters of them. */
const mostKept = { texts: 500, characters: 1_048_576 };

/** How many texts are remembered as seen once. */
const mostSeen = 1_000;

/** What pg keeps of a connection's named statements: name to text. */
interface Books {
  readonly parsedStatements?: Record<string, string>;
  readonly submittedNamedStatements?: Record<string, string>;
}

/**
 * Names for statements, by which a connection keeps them prepared with their plan. A text has a name from its
 * second use on, because filters make endlessly many that never come again; the one that was not used for the
 * longest time loses its name where there are too many. Nobody's rare texts take the names of those that
 * everybody uses. Behind a proxy that shares connections a name is known on each of them.
 * Decision: N54.
 */
export class PreparedStatements {
  private readonly seen = new Set<string>();
  private readonly kept = new WeakMap<pg.Connection, Kept>();

  /** The name to send a text with on this connection, undefined without one; the connection forgets what is evicted. */
  nameOf(text: string, { connection }: pg.PoolClient): string | undefined {
    const kept = this.kept.get(connection) ?? this.begin(connection);
    const known = kept.find(text);
    if (known !== undefined) return known;
    if (!this.isSeenAgain(text)) return undefined;
    for (const name of kept.makeRoom(text)) forget(connection, name);
    return kept.add(text);
  }

  private begin(connection: pg.Connection): Kept {
    const kept = new Kept();
    this.kept.set(connection, kept);
    return kept;
  }

  private isSeenAgain(text: string): boolean {
    if (this.seen.has(text)) return true;
    if (text.length > mostKept.characters / 16) return false;
    this.seen.add(text);
    if (this.seen.size > mostSeen) for (const oldest of this.seen) return !this.seen.delete(oldest);
    return false;
  }
}

/** The named texts of one connection, the least recently used first. */
class Kept {
  private readonly names = new Map<string, string>();
  private characters = 0;
  private made = 0;

  find(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined) {
      this.names.delete(text);
      this.names.set(text, name);
    }
    return name;
  }

  /** Takes out what a further text has no room beside; gives the names. */
  makeRoom(text: string): string[] {
    const evicted: string[] = [];
    for (const [oldest, name] of this.names) {
      const fits = this.characters + text.length <= mostKept.characters;
      if (fits && this.names.size < mostKept.texts) break;
      this.names.delete(oldest);
      this.characters -= oldest.length;
      evicted.push(name);
    }
    return evicted;
  }

  add(text: string): string {
    this.made += 1;
    const name = `s${String(this.made)}`;
    this.names.set(text, name);
    this.characters += text.length;
    return name;
  }
}

/** Deallocates a statement by the protocol's own message, which travels with the next statement. */
function forget(connection: pg.Connection, name: string): void {
  const { parsedStatements, submittedNamedStatements } = connection as Books;
  Reflect.deleteProperty(parsedStatements ?? {}, name);
  Reflect.deleteProperty(submittedNamedStatements ?? {}, name);
  connection.close({ type: 'S', name }, true);
}
