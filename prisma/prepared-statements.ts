import type pg from 'pg';

/** What one connection keeps prepared at most: number of statements, and total characters. */
const mostKept = { texts: 500, characters: 1_048_576 };

/** How many statements seen once are remembered. */
const mostSeen = 1_000;

/** The named statements that pg keeps for a connection: name to text. */
interface Books {
  readonly parsedStatements?: Record<string, string>;
  readonly submittedNamedStatements?: Record<string, string>;
}

/**
 * Assigns names to statements, so that connections keep them prepared with their plan. A text gets a name when
 * it is used for the second time, because filters produce endlessly many that are never repeated. When there
 * are too many, the least recently used loses its name. One caller's rare statements cannot evict those that
 * everybody uses. Behind a proxy that shares connections, a name is known on each of them.
 * Decision: N54.
 */
export class PreparedStatements {
  private readonly seen = new Set<string>();
  private readonly kept = new WeakMap<pg.Connection, Kept>();

  /** The name for a text on this connection, undefined for none; evicted statements are deallocated. */
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

/** Named statements of one connection, least recently used first. */
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

  /** Evicts statements to make room for another; returns their names. */
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

/** Deallocates a statement with a protocol message that is sent along with the next statement. */
function forget(connection: pg.Connection, name: string): void {
  const { parsedStatements, submittedNamedStatements } = connection as Books;
  Reflect.deleteProperty(parsedStatements ?? {}, name);
  Reflect.deleteProperty(submittedNamedStatements ?? {}, name);
  connection.close({ type: 'S', name }, true);
}
