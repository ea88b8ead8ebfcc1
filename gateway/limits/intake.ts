import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AddressOf, networkOf, plainAddress } from '../passage/client-address.ts';
import type { CutReason } from './connections.ts';
import { ByTurns } from './by-turns.ts';
import { isCrowd, noteAccepted } from './loop-turns.ts';

/** Whether nothing can be answered any more: Node ends its side of a connection when the client has ended its own. */
export const hasEnded = ({ destroyed, writable }: Duplex): boolean => destroyed || !writable;

const rules = {
  /** For how long requests begin within one turn of the event loop, in milliseconds, and how many that waited. */
  turnMs: 2,
  mostInTurn: 32,
  /** How many requests of a connection may wait for the answer to the one before. */
  mostPipelined: 16,
};

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Connection = Duplex & { readonly remoteAddress?: string | undefined };

/** Does work for a connection in its turn, unless the connection has ended by then. */
export type InTurn = (socket: Connection, work: () => void) => void;

interface IntakeParts {
  readonly addressOf: AddressOf;
  /** Notes which answer comes next on a connection, before the request begins. */
  readonly note: (socket: Socket, response: ServerResponse) => void;
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void;
  readonly cut: (socket: Socket, reason: CutReason) => void;
}

/**
 * Decides when the requests that have arrived begin. Of a connection one runs at a time. Of all of them as many begin
 * in a turn of the event loop as fit into its time; the others begin in the next turns, the networks of their clients
 * by turns: however many requests one client sends, those of another begin within a turn. Returns what does other work
 * for a connection in the same turns, and what tells the answers that clients wait for or still receive, one for each
 * such connection. Decision: N18.
 */
export function takeInRequests(
  server: Server,
  { addressOf, note, begin, cut }: IntakeParts,
  { turnMs, mostInTurn, mostPipelined } = rules,
): { readonly inTurn: InTurn; readonly answers: () => readonly ServerResponse[] } {
  /** The request of a connection that is answered, and what waits behind it; a connection without any is left out. */
  const arrived = new Map<Socket, Arrived[]>();
  /** What may begin, by network. */
  const waiting = new ByTurns<() => void>();
  const turn = { began: 0, isOpen: false };

  function arrive(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (hasEnded(socket)) return;
    const others = arrived.get(socket);
    if (others === undefined) {
      const first = { request, response };
      arrived.set(socket, [first]);
      enter(first);
    } else if (others.push({ request, response }) > mostPipelined + 1) {
      stopParsing(socket);
      cut(socket, 'pipelined');
    }
  }

  function enter({ request, response }: Arrived): void {
    const { socket } = request;
    note(socket, response);
    response.once('close', () => {
      const others = arrived.get(socket);
      others?.shift();
      // the connection may end with this answer
      const next = hasEnded(socket) ? undefined : others?.[0];
      if (next) enter(next);
      else arrived.delete(socket);
    });
    inTurn(request, () => {
      begin(request, response);
    });
  }

  function inTurn(
    from: Parameters<AddressOf>[0] & { readonly socket: Connection },
    begin: () => void,
  ): void {
    const { socket } = from;
    const network = networkOf(addressOf(from));
    if (waiting.isEmpty && hasTime() && !isCrowd(network)) begin();
    else {
      waiting.add(network, () => {
        if (!hasEnded(socket)) begin();
      });
    }
  }

  function hasTime(): boolean {
    const now = performance.now();
    if (!turn.isOpen) {
      turn.isOpen = true;
      turn.began = now;
      setImmediate(endTurn);
    }
    return now - turn.began < turnMs;
  }

  /** What waited begins before what arrives. */
  function endTurn(): void {
    turn.isOpen = false;
    beginNext();
    if (waiting.isEmpty) return;
    // each in a callback of its own, after which Node does what its promises continue with: that takes time of the turn
    for (let more = 1; more < mostInTurn; more += 1) setImmediate(beginNext);
  }

  function beginNext(): void {
    if (waiting.isEmpty || !hasTime()) return;
    waiting.next(isCrowd)?.();
  }

  server.on('request', arrive);
  server.on('connection', ({ remoteAddress = '' }: Socket) => {
    noteAccepted(networkOf(plainAddress(remoteAddress) ?? ''));
  });
  return {
    inTurn: (socket, work) => {
      inTurn({ headers: {}, socket }, work);
    },
    answers: () => [...arrived.values()].flatMap(([first]) => first?.response ?? []),
  };
}

/**
 * Leaves the rest of what was read from a connection unparsed: small requests in 64 KiB take longer to parse than
 * anything else that as few bytes can cause. Node has no public way to do so.
 */
function stopParsing(socket: Socket & { readonly parser?: { onIncoming?: () => number } | null }) {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => -1;
}
