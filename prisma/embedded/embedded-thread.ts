import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface EmbeddedSource {
  /** Absolute path. Without it the database is in memory. */
  readonly dataDir?: string;
  /** Initial contents, a tar file. */
  readonly snapshot?: Blob;
}

type Answer = Uint8Array<ArrayBuffer>;
type Told = Answer | { readonly opened: true };

/**
 * The thread that PostgreSQL runs in, so that the main thread is never blocked by a statement. Answers messages
 * of the PostgreSQL protocol in order, one at a time, and emits `end` when it has ended.
 */
export class EmbeddedThread extends EventEmitter<{ end: [] }> {
  private readonly worker: Worker;
  private readonly holders = new Set<object>();
  private readonly asked: ((answer: Answer) => void)[] = [];
  /** What ended the thread, if it ended by itself. */
  failure: unknown;

  /** Starts PostgreSQL. Throws the error that kept it from starting. */
  static async open(source: EmbeddedSource): Promise<EmbeddedThread> {
    const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
      workerData: source,
    });
    const exit = once(worker, 'exit').then((): never => {
      throw new Error('The thread of the embedded database ended before it had opened it.');
    });
    const [first] = (await Promise.race([once(worker, 'message'), exit])) as [Told];
    if (!('opened' in first))
      throw new Error('The thread of the embedded database sent an unexpected first message.');
    return new EmbeddedThread(worker);
  }

  private constructor(worker: Worker) {
    super();
    this.worker = worker;
    worker.on('message', (told: Told) => {
      if (!('opened' in told)) this.asked.shift()?.(told);
    });
    worker.on('error', (error) => {
      this.failure = error;
    });
    worker.once('exit', () => this.emit('end'));
    worker.unref();
  }

  /** Sends a message. The buffer is transferred to the thread. */
  ask(message: Answer, answer: (answer: Answer) => void): void {
    this.asked.push(answer);
    this.worker.postMessage(message, [message.buffer]);
  }

  /** Shuts PostgreSQL down cleanly once it has answered all messages. */
  async close(): Promise<void> {
    this.hold(this);
    this.worker.postMessage('close');
    await once(this.worker, 'exit');
  }

  /** Terminates the thread at once, even in the middle of a statement, like a crash. */
  async kill(): Promise<void> {
    this.hold(this);
    await this.worker.terminate();
  }

  /** The process must not exit while anything waits for the thread. */
  hold(holder: object): void {
    this.holders.add(holder);
    this.worker.ref();
  }

  letGo(holder: object): void {
    this.holders.delete(holder);
    if (this.holders.size === 0) this.worker.unref();
  }
}
