import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** What one connection keeps prepared at most: number of statements, and total characters. */
const mostKept = { max: 500, maxSize: 1_048_576 };

/** Which statements seen once are remembered at most: their number, and total characters. */
const mostSeen = { max: 1_000, maxSize: 4 * 1_048_576 };

const lengthOf = (_kept: unknown, { length }: string): number => length;

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
 */
export class PreparedStatements {
  private readonly seen = new LRUCache<string, true>({ ...mostSeen, sizeCalculation: lengthOf });
  /** The names of what a connection keeps, by text. */
  private readonly kept = new WeakMap<pg.Connection, LRUCache<string, string>>();
  private named = 0;

  /** The name for a text on this connection, undefined for none; evicted statements are deallocated. */
  nameOf(text: string, { connection }: pg.PoolClient): string | undefined {
    const kept = this.kept.get(connection) ?? this.begin(connection);
    const known = kept.get(text);
    if (known !== undefined || !this.isSeenAgain(text)) return known;
    const name = `s${String((this.named += 1))}`;
    kept.set(text, name);
    return name;
  }

  private begin(connection: pg.Connection): LRUCache<string, string> {
    const kept = new LRUCache<string, string>({
      ...mostKept,
      sizeCalculation: lengthOf,
      dispose: (name) => {
        forget(connection, name);
      },
    });
    this.kept.set(connection, kept);
    return kept;
  }

  private isSeenAgain(text: string): boolean {
    if (this.seen.get(text)) return true;
    if (text.length <= mostKept.maxSize / 16) this.seen.set(text, true);
    return false;
  }
}

/** Deallocates a statement with a protocol message that is sent along with the next statement. */
function forget(connection: pg.Connection, name: string): void {
  const { parsedStatements, submittedNamedStatements } = connection as Books;
  Reflect.deleteProperty(parsedStatements ?? {}, name);
  Reflect.deleteProperty(submittedNamedStatements ?? {}, name);
  connection.close({ type: 'S', name }, true);
}
