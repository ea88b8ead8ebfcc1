import { AnswerSize } from '../fast-path/answer-size.ts';
import type { PrismaClient } from '../generated/client/client.ts';
import { classifyDatabaseError } from '../database-errors.ts';
import { FairQueue, type Leaving } from './fair-queue.ts';
import { Records } from './records.ts';
import { WaitingRoom } from './waiting-room.ts';
import { WriteTurn } from './write-turn.ts';

export interface ShareRules {
  /** Maximum number of connections to the database; 1 for the embedded one. */
  readonly connections: number;
  /** How long a queue may stand still before its entries are refused, in milliseconds. */
  readonly stallMs: number;
  readonly readMs: number;
}

/** Runs work that takes one connection, when it is its turn. Throws SentAway. */
type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Whether the work of a request takes several connections in parallel, or one at a time. */
type Pace = 'at-once' | 'in-line';

/** A gate that lets one piece of work through at a time. */
export function inLine(gate: Gate): Gate {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const pass = (): ReturnType<typeof work> => gate(work);
    const result = last.then(pass, pass);
    last = result;
    return result;
  };
}

/** Whose client it is, of which database; stored in the client under `ownerKey`. */
interface Owner {
  readonly shares: Shares;
  readonly caller: string;
}

/**
 * A property rather than a WeakMap: clients live for one request, and minor garbage collections treat the
 * entries of an old map as alive.
 */
export const ownerKey = Symbol('owner');

/** What a client is created for. */
export interface RequestOf {
  readonly gate: Gate;
  readonly owner: Owner;
  /** Limit of what its reads return together; each read has its own limit if it is absent. */
  readonly size: AnswerSize | undefined;
}

type ClientFor = (request: RequestOf) => PrismaClient;

/** Background work, which callers cannot starve. */
const house = 'house';

/** Limits of writes that wait for a record or a slot. Decision: L40. */
const room = { length: 1_000, lengthOfOne: 250 };

/** The share of the connections that one caller may use at once. */
const shareOfOne = 0.25;

/** The share of the connections that writes may use at once; the rest is for reads. */
const shareOfWrites = 0.75;

/** The connections of the callers, or those for background work, and the writes among them. */
interface Side {
  readonly connections: FairQueue;
  readonly writes: FairQueue;
}

/**
 * Shares out a database: one caller uses at most a quarter of the connections, at least one. So does background work,
 * whose quarter is taken from that of the callers. With a single connection they take turns. Decision: N40.
 */
class Shares {
  private readonly callers: Side;
  private readonly own: Side;
  private readonly records: Records;
  private readonly clientFor: ClientFor;
  readonly readMs: number;
  /** The client for background work; data about a database is stored under it. */
  readonly house: PrismaClient;

  constructor({ connections, stallMs, readMs }: ShareRules, clientFor: ClientFor) {
    const rules = { stallMs, room: new WaitingRoom(room) };
    const share = Math.max(1, Math.floor(connections * shareOfOne));
    const sideOf = (width: number): Side => ({
      connections: new FairQueue({ stallMs, width, share }),
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
    this.readMs = readMs;
    this.house = this.clientOf(house);
  }

  /** A client for the work of a caller; `size` limits what its reads return together. */
  clientOf(caller: string, size?: AnswerSize, pace: Pace = 'at-once'): PrismaClient {
    const gate = pace === 'at-once' ? this.gateOf(caller) : inLine(this.gateOf(caller));
    return this.clientFor({ gate, owner: { shares: this, caller }, size });
  }

  turnOf(caller: string): WriteTurn {
    return new WriteTurn(this.sideOf(caller).writes, this.records, caller);
  }

  /** Running and waiting: statements and transactions of callers and of background work, writes, writes by record. */
  get figures() {
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

/** Shares out a database; returns the client for background work. `clientFor` makes one whose work passes a gate. */
export const shareOut = (rules: ShareRules, clientFor: ClientFor): PrismaClient =>
  new Shares(rules, clientFor).house;

const ownerOf = (client: PrismaClient): Owner | undefined =>
  (client as { readonly [ownerKey]?: Owner })[ownerKey];

/**
 * A client for one request of a caller on the same database. Its reads together return at most what P74 allows,
 * and `in-line` it uses one connection at a time. A client that is not shared is returned as it is.
 */
export const clientOfRequest = (client: PrismaClient, caller: string, pace?: Pace): PrismaClient =>
  ownerOf(client)?.shares.clientOf(caller, new AnswerSize(), pace) ?? client;

/** The client for background work on the same database; data about a database is stored under it. */
export const clientOfHouse = (client: PrismaClient): PrismaClient =>
  ownerOf(client)?.shares.house ?? client;

/** For whom a client works: a caller, or the house. */
export const callerOfClient = (client: PrismaClient): string => ownerOf(client)?.caller ?? house;

export function turnOfWrite(client: PrismaClient): WriteTurn {
  const owner = ownerOf(client);
  if (owner === undefined) throw new Error('The client was not opened by openDatabase.');
  return owner.shares.turnOf(owner.caller);
}

/** The timeout for a transaction of a client that only reads, instead of that of writes. */
export const timeoutOfReads = (client: PrismaClient): { readonly timeout?: number } => {
  const owner = ownerOf(client);
  return owner ? { timeout: owner.shares.readMs } : {};
};

export const shareFigures = (client: PrismaClient) => ownerOf(client)?.shares.figures;
