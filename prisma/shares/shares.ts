import { AnswerSize } from '../fast-path/answer-size.ts';
import type { PrismaClient } from '../generated/client/client.ts';
import { classifyDatabaseError } from '../database-errors.ts';
import type { Leaving, QueueFigures } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';
import { Records } from './records.ts';
import { WaitingRoom } from './waiting-room.ts';
import { WriteTurn } from './write-turn.ts';

/** What is shared out. */
export interface ShareRules {
  /** The most connections to the database, or 1 for the embedded one. */
  readonly connections: number;
  /** How long a queue may stand before who waits is sent away, in milliseconds. */
  readonly stallMs: number;
}

/** Who runs and who waits, by what they share. */
export type ShareFigures = Readonly<
  Record<'connection' | 'house' | 'write' | 'record', QueueFigures>
>;

/** Runs work that takes one connection when its turn has come. Throws SentAway. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Whether the work of a request takes several connections at once, or one after the other. */
export type Pace = 'at-once' | 'in-line';

/** A gate that one piece of work passes after the other. */
function inLine(gate: Gate): Gate {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const pass = (): ReturnType<typeof work> => gate(work);
    const result = last.then(pass, pass);
    last = result;
    return result;
  };
}

/** Whose client it is, of which database; read of a client under `ownerKey`. */
interface Owner {
  readonly shares: Shares;
  readonly caller: string;
}

/**
 * A key rather than a WeakMap: there is a client for each request, and a collection of young objects takes
 * what an old map holds for alive.
 */
export const ownerKey = Symbol('owner');

/** What a client is made for. */
export interface RequestOf {
  readonly gate: Gate;
  readonly owner: Owner;
  /** What its reads may bring together; each by itself where there is none. */
  readonly size: AnswerSize | undefined;
}

type ClientFor = (request: RequestOf) => PrismaClient;

/** The program's own work, which no caller's can crowd out. */
const house = 'house';

/** The longest anybody waits where the queue moves, in milliseconds. */
const patienceMs = 25_000;

/** Writes that wait for a record or for their place. */
const room = { length: 1_000, lengthOfOne: 250 };

/** The share of the connections that one caller may have at once. */
const shareOfOne = 0.25;

/** The share of connections that writes may have at once; the rest is for reads. */
const shareOfWrites = 0.75;

/** The connections of the callers, or those of the house, and the writes among them. */
interface Side {
  readonly connections: FairQueue;
  readonly writes: FairQueue;
}

/**
 * Shares a database out: one caller has at most a quarter of the connections, at least one; so has the
 * house, whose quarter is taken from all the callers. By turns where there is only one.
 * Decision: N40, N41, N42.
 */
class Shares {
  private readonly callers: Side;
  private readonly own: Side;
  private readonly records: Records;
  private readonly clientFor: ClientFor;
  /** The client of the house: what is known of a database is kept under it. */
  readonly house: PrismaClient;

  constructor({ connections, stallMs }: ShareRules, clientFor: ClientFor) {
    const rules = { stallMs, patienceMs, room: new WaitingRoom(room) };
    const share = Math.max(1, Math.floor(connections * shareOfOne));
    const sideOf = (width: number): Side => ({
      connections: new FairQueue({ stallMs, patienceMs, width, share }),
      writes: new FairQueue({
        ...rules,
        width: Math.ceil(width * shareOfWrites),
        share: Math.ceil(share * shareOfWrites),
      }),
    });
    this.callers = sideOf(Math.max(1, connections - share));
    this.own = sideOf(share);
    this.records = new Records(rules);
    this.clientFor = clientFor;
    this.house = this.clientOf(house);
  }

  /** A client by which work of a caller is done; `size` is what its reads may bring together. */
  clientOf(caller: string, size?: AnswerSize, pace: Pace = 'at-once'): PrismaClient {
    const gate = pace === 'at-once' ? this.gateOf(caller) : inLine(this.gateOf(caller));
    return this.clientFor({ gate, owner: { shares: this, caller }, size });
  }

  /** A turn for one write of a caller. */
  turnOf(caller: string): WriteTurn {
    return new WriteTurn(this.sideOf(caller).writes, this.records, caller);
  }

  /** How many run and wait: statements and transactions of callers and of the house, writes, writes by record. */
  get figures(): ShareFigures {
    return {
      connection: this.callers.connections.figures,
      house: this.own.connections.figures,
      write: this.callers.writes.figures,
      record: this.records.figures,
    };
  }

  private sideOf(caller: string): Side {
    return caller === house ? this.own : this.callers;
  }

  private gateOf(caller: string): Gate {
    const { connections } = this.sideOf(caller);
    return async (work) => {
      await connections.enter(caller);
      let how: Leaving = 'through';
      try {
        return await work();
      } catch (error) {
        if (classifyDatabaseError(error) === 'unavailable') how = 'failed';
        throw error;
      } finally {
        connections.leave(caller, how);
      }
    };
  }
}

/** Shares a database out and gives the client of the house. `clientFor` makes one whose work passes a gate. */
export const shareOut = (rules: ShareRules, clientFor: ClientFor): PrismaClient =>
  new Shares(rules, clientFor).house;

const ownerOf = (client: PrismaClient): Owner | undefined =>
  (client as { readonly [ownerKey]?: Owner })[ownerKey];

/**
 * A client by which one request of a caller is served on the same database: its reads bring together no more
 * than P74 says, and `in-line` it takes one connection at a time. One that is not shared out is given back as
 * it is.
 * Decision: N27, N41, N46.
 */
export const clientOfRequest = (client: PrismaClient, caller: string, pace?: Pace): PrismaClient =>
  ownerOf(client)?.shares.clientOf(caller, new AnswerSize(), pace) ?? client;

/** The client of the house on the same database: what is known of a database is kept under it. */
export const clientOfHouse = (client: PrismaClient): PrismaClient =>
  ownerOf(client)?.shares.house ?? client;

/** A turn for one write by a client. */
export function turnOfWrite(client: PrismaClient): WriteTurn {
  const owner = ownerOf(client);
  if (owner === undefined) throw new Error('The client was not opened by openDatabase.');
  return owner.shares.turnOf(owner.caller);
}

/** How many run and wait at a client's database. */
export const shareFigures = (client: PrismaClient): ShareFigures | undefined =>
  ownerOf(client)?.shares.figures;
