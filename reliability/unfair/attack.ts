import type { Socket } from 'node:net';
import type { DatabaseKind } from '../scenario.ts';

/** What one client strikes at, and with what: plain data, handed to a thread of its own. */
export interface Target {
  /** The process that is attacked. */
  readonly url: string;
  /** The key of an ordinary customer. */
  readonly key: string;
  /** The customer's cart, with one line. */
  readonly order: string;
  readonly token: string;
  /** The carts that the attack needs, by number, with their tokens. */
  readonly carts: readonly { readonly number: string; readonly token: string }[];
  /** Variants of which nobody misses a piece; the last one's product has the longest description. */
  readonly variantIds: readonly number[];
  /** The attacker's address, which no other attack has used: its points of the minute are whole. */
  readonly address: string;
  /** The database, for who holds a lock there; not on `embedded`. */
  readonly databaseUrl: string | undefined;
}

/** What is sent beside a method and a path. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request, reads the answer and gives its status, 0 where none came, and text; never throws. */
type Ask = (
  method: string,
  path: string,
  sent?: Sent,
) => Promise<{ readonly status: number; readonly text: string }>;

/** What an attacker can do. */
export interface Arm {
  readonly target: Target;
  /** A strike: its answer is counted by its status. */
  readonly ask: Ask;
  /** What a strike needs before it: its answer is not counted, so that no attack reaches its status by it. */
  readonly prepare: Ask;
  /** A connection of the attacker's own that nothing reads from yet. */
  readonly connect: () => Socket;
  /** Counts what was done over a connection. */
  readonly count: (status: number) => void;
  /** Starts work so many times a second, 64 at once at most, for ever. */
  readonly pace: (perSecond: number, work: (place: number) => Promise<unknown>) => Promise<never>;
  /** So many that work without a pause, for ever. */
  readonly crowd: (count: number, work: (place: number) => Promise<unknown>) => Promise<never>;
}

/** A row of the table of attacks. */
export interface Attack {
  /** Numbers of the findings it is named after. */
  readonly finding: string;
  /** What the attacker does. */
  readonly does: string;
  /** Kinds of database it is made on; both unless told. */
  readonly databases?: readonly DatabaseKind[];
  /** The status of an answer without which the attack has not reached what it strikes at. */
  readonly reaches: number;
  /** How many carts with long instructions the customer has before. */
  readonly carts?: number;
  /** Makes ready, before the time of the attack begins, what its strikes need and could not get in time else. */
  readonly readies?: (arm: Arm) => Promise<string | undefined>;
  readonly strike: (arm: Arm, ready?: string) => Promise<unknown>;
}

/** Resolves when a connection has ended, whoever ended it, and how. */
export const endOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });

/** Counts a connection, once there is one, of which no answer shows that it reached the store. */
export function countConnection(arm: Arm, socket: Socket): void {
  socket.once('connect', () => {
    arm.count(0);
  });
}

/** Headers of a body in JSON, with the customer's key. */
export const signed = ({ target }: Arm): Record<string, string> => ({
  'x-serviceapikey': target.key,
  'content-type': 'application/json',
});

/** Headers of a body in JSON: with the customer's key and without by turns. */
export const byTurns = (arm: Arm, place: number): Record<string, string> =>
  place % 2 === 0 ? { 'content-type': 'application/json' } : signed(arm);

/** Counts the answers that come over a connection by their statuses; `then` is called for each. */
export function countAnswers(arm: Arm, socket: Socket, then: () => void = () => undefined): void {
  socket.on('data', (chunk: Buffer) => {
    for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      arm.count(Number(status));
      then();
    }
  });
}

/** Sends a document to `/graphql` as the customer. */
export const query = (arm: Arm, text: string): Promise<unknown> =>
  arm.ask('POST', '/graphql', { headers: signed(arm), body: JSON.stringify({ query: text }) });
