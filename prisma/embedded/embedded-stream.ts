import { Duplex } from 'node:stream';
import { AnswerTooLarge, mostBytes } from '../fast-path/answer-size.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import type { EmbeddedThread } from './embedded-thread.ts';

/** First byte of the Terminate message, which has no response. */
const goodbye = 'X'.charCodeAt(0);

/**
 * Connects the `pg` driver to the thread of the embedded database in place of a socket. Every write is one
 * message with one response, because the driver corks what belongs together. If destroyed before a response
 * arrived, it informs the engine that the statement was given up.
 */
export class EmbeddedStream extends Duplex {
  private readonly engine: Pick<EmbeddedEngine, 'thread' | 'abandon'>;
  private thread: EmbeddedThread | undefined;
  private unanswered = 0;
  private readonly lost = (): void => {
    this.destroy();
  };

  constructor(engine: Pick<EmbeddedEngine, 'thread' | 'abandon'>) {
    super();
    this.engine = engine;
  }

  /** Required of a socket; port and host are ignored. */
  connect(): this {
    this.engine.thread().then(
      (thread) => {
        if (this.destroyed) return;
        this.thread = thread;
        thread.once('end', this.lost);
        this.ref();
        this.emit('connect');
      },
      (error: unknown) => {
        this.destroy(error as Error);
      },
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    this.thread?.hold(this);
    return this;
  }

  unref(): this {
    this.thread?.letGo(this);
    return this;
  }

  override _read(): void {
    // responses arrive by themselves
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (chunk[0] !== goodbye) this.send(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const { thread } = this;
    thread?.off('end', this.lost);
    this.unref();
    if (thread && this.unanswered > 0) this.engine.abandon(thread);
    done(error);
  }

  private send(message: Uint8Array<ArrayBuffer>): void {
    this.unanswered += 1;
    this.thread?.ask(message, (answer) => {
      // the thread has the memory of what it answered until it ends
      if (answer.length > mostBytes.embedded) this.destroy(new AnswerTooLarge());
      this.unanswered -= 1;
      if (!this.destroyed && answer.length > 0) this.push(Buffer.from(answer.buffer));
    });
  }
}
