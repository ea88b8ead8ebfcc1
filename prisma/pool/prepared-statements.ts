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

interface Named {
  readonly text: string;
  readonly name: string;
  /** The count of uses when it was used last. */
  usedAt: number;
}

class Kept {
  private readonly statements = new Map<string, Named>();
  private characters = 0;
  private made = 0;
  private uses = 0;

  find(text: string): string | undefined {
    const statement = this.statements.get(text);
    if (statement === undefined) return undefined;
    statement.usedAt = this.uses += 1;
    return statement.name;
  }

  /** Evicts the least recently used statements to make room for another; returns their names. */
  makeRoom({ length }: string): string[] {
    const isFull = (): boolean =>
      this.characters + length > mostKept.characters || this.statements.size >= mostKept.texts;
    if (!isFull()) return [];
    const evicted: string[] = [];
    const byUse = [...this.statements.values()].sort((one, other) => one.usedAt - other.usedAt);
    for (const { text, name } of byUse) {
      if (!isFull()) break;
      this.statements.delete(text);
      this.characters -= text.length;
      evicted.push(name);
    }
    return evicted;
  }

  add(text: string): string {
    this.made += 1;
    const name = `s${String(this.made)}`;
    this.statements.set(text, { text, name, usedAt: (this.uses += 1) });
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
