import { EmbeddedThread } from './embedded-thread.ts';
import type { EmbeddedSource } from './embedded-thread.ts';

/**
 * The embedded PostgreSQL with its thread. A statement that nobody waits for any more cannot be interrupted,
 * so in a directory the thread is ended in its midst and another opened, which finds everything that was
 * acknowledged, as after the death of a process. In memory everything would be lost: there it runs to its
 * end, and who comes next waits.
 * Decision: N50, N52.
 */
export class EmbeddedEngine {
  private readonly source: EmbeddedSource;
  private readonly onEnded: (why: Error) => void;
  private current: Promise<EmbeddedThread> | undefined;

  /** `onEnded` is called when the thread was ended or died. */
  constructor(source: EmbeddedSource, onEnded: (why: Error) => void) {
    this.source = source;
    this.onEnded = onEnded;
  }

  /** The thread, opened where there is none. Throws what keeps it from opening. */
  thread(): Promise<EmbeddedThread> {
    return this.current ?? this.start();
  }

  /** A statement of this thread is not waited for any more. */
  abandon(thread: EmbeddedThread): void {
    if (this.source.dataDir === undefined) return;
    // the next caller who connects gets the error
    this.start(thread.kill()).catch(() => undefined);
    this.onEnded(new Error('A statement took too long: the embedded database is opened again.'));
  }

  /** Everything in the database, as a tar file. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.thread()).dump();
  }

  /** Shuts down in order in a directory; in memory nothing is kept. */
  async close(): Promise<void> {
    const thread = await this.current;
    this.current = undefined;
    await (this.source.dataDir === undefined ? thread?.kill() : thread?.close());
  }

  private start(before: Promise<void> = Promise.resolve()): Promise<EmbeddedThread> {
    const opening = before.then(() => EmbeddedThread.open(this.source));
    this.current = opening;
    const forget = (): void => {
      this.forget(opening);
    };
    opening.then((thread) => thread.once('end', forget), forget);
    return opening;
  }

  /** Makes room for another thread, unless that has been done or what it held is gone with it. */
  private forget(opening: Promise<EmbeddedThread>): void {
    if (this.current !== opening) return;
    const isLost = this.source.dataDir === undefined;
    this.current = undefined;
    if (isLost) {
      this.current = Promise.reject(new Error('The embedded database in memory is gone.'));
      this.current.catch(() => undefined);
    }
    this.onEnded(new Error('The thread of the embedded database has ended.'));
  }
}
