import { type EmbeddedSource, EmbeddedThread } from './embedded-thread.ts';

/**
 * Embedded PostgreSQL with its thread. A statement that timed out cannot be interrupted. With a directory the
 * thread is terminated and another one opened, which finds everything that was committed, as after a crash. In
 * memory that would lose the data, so the statement runs to its end and the next caller waits.
 */
export class EmbeddedEngine {
  private readonly source: EmbeddedSource;
  private readonly onEnded: (why: Error) => void;
  private current: Promise<EmbeddedThread> | undefined;

  /** `onEnded` is called when the thread was terminated or died. */
  constructor(source: EmbeddedSource, onEnded: (why: Error) => void) {
    this.source = source;
    this.onEnded = onEnded;
  }

  /** Returns the thread and opens one if there is none. Throws the error that keeps it from opening. */
  thread(): Promise<EmbeddedThread> {
    return this.current ?? this.start();
  }

  /** A statement of this thread timed out. */
  abandon(thread: EmbeddedThread): void {
    if (this.source.dataDir === undefined) return;
    // the next caller to connect gets the error
    this.start(thread.kill()).catch(() => undefined);
    this.onEnded(new Error('A statement took too long: the embedded database is restarted.'));
  }

  /** Shuts down cleanly if there is a directory; in memory nothing is kept. */
  async close(): Promise<void> {
    // a thread that did not open needs no end, and the directory is released
    const thread = await this.current?.catch(() => undefined);
    this.current = undefined;
    await (this.source.dataDir === undefined ? thread?.kill() : thread?.close());
  }

  private start(before: Promise<void> = Promise.resolve()): Promise<EmbeddedThread> {
    const opening = before.then(() => EmbeddedThread.open(this.source));
    this.current = opening;
    opening.then(
      (thread) =>
        thread.once('end', () => {
          this.forget(opening, thread.failure);
        }),
      (error: unknown) => {
        this.forget(opening, error);
      },
    );
    return opening;
  }

  /** Makes room for another thread, unless that was already done or the in-memory data would be lost. */
  private forget(opening: Promise<EmbeddedThread>, cause: unknown): void {
    if (this.current !== opening) return;
    const isLost = this.source.dataDir === undefined;
    this.current = undefined;
    if (isLost) {
      this.current = Promise.reject(new Error('The embedded database in memory was lost.'));
      this.current.catch(() => undefined);
    }
    this.onEnded(new Error('The thread of the embedded database has ended.', { cause }));
  }
}
