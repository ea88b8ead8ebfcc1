import { ByTurns } from './by-turns.ts';
import { pauseAfter } from './reading-turns.ts';

/** For how long connections go before work that takes time, and after that do not, in milliseconds. */
const acceptingMs = 50;

/** How many connections of a network within that time are a crowd. */
const crowdSize = 8;

interface Accepting {
  readonly since: number;
  /** How many connections were accepted, by network. */
  readonly networks: Map<string, number>;
  goesOn: boolean;
}

let accepting: Accepting | undefined;
let restsUntil = 0;

/**
 * Notes that a connection of a network was accepted. Node accepts one in a turn of its event loop, so that behind
 * hundreds of one client's connections another's waits for hundreds of turns: these do nothing that takes time, and
 * nothing for that client, until none is left. After that they do as much for as long.
 */
export function noteAccepted(network: string): void {
  if (accepting) accepting.goesOn = true;
  else if (performance.now() >= restsUntil) {
    accepting = { since: performance.now(), networks: new Map(), goesOn: true };
    setImmediate(lookForMore);
  }
  accepting?.networks.set(network, (accepting.networks.get(network) ?? 0) + 1);
}

function lookForMore(): void {
  if (!accepting) return;
  if (accepting.goesOn && isAccepting()) {
    accepting.goesOn = false;
    setImmediate(lookForMore);
  } else {
    const now = performance.now();
    restsUntil = now + Math.min(now - accepting.since, acceptingMs);
    accepting = undefined;
  }
}

/** Whether connections may wait to be accepted, before which nothing that takes time should begin. */
export const isAccepting = (): boolean =>
  accepting !== undefined && performance.now() - accepting.since < acceptingMs;

/** Whether nothing should begin for a network, because it is connecting in numbers. */
export const isCrowd = (network: string): boolean =>
  isAccepting() && (accepting?.networks.get(network) ?? 0) > crowdSize;

/** A turn that takes so long is followed by a pause, in milliseconds: a request of others needs several turns. */
const pausedAfterMs = 5;

interface Turn {
  readonly caller: string;
  readonly isShared: boolean;
  readonly begin: () => void;
}

const waiting = new ByTurns<Turn>();
/** Callers who make room for others after a long turn. */
const resting = new Set<string>();
let isServing = false;
let given: Turn | undefined;
let givenAt = 0;

/**
 * Resolves in a turn of the event loop in which it does for nobody else, and in which no connection waits; callers come
 * by turns. If the process is shared with others, a caller pauses after a long turn. Decision: N46.
 */
export function ownTurn(caller: string, isShared: boolean): Promise<void> {
  return new Promise((begin) => {
    waiting.add(caller, { caller, isShared, begin });
    serve();
  });
}

function serve(): void {
  if (isServing) return;
  isServing = true;
  giveTurn();
}

/** One callback follows the other: what runs between them is what `begin` continues with, and nothing else. */
function giveTurn(): void {
  setImmediate(beginTurn);
  setImmediate(endTurn);
}

function beginTurn(): void {
  if (isAccepting()) return;
  given = waiting.next((caller) => resting.has(caller));
  isServing = given !== undefined;
  givenAt = performance.now();
  given?.begin();
}

function endTurn(): void {
  if (given) rest(given, performance.now() - givenAt);
  given = undefined;
  if (isServing) giveTurn();
}

function rest({ caller, isShared }: Turn, took: number): void {
  const wait = isShared ? pauseAfter(took, pausedAfterMs) : 0;
  if (wait === 0) return;
  resting.add(caller);
  setTimeout(() => {
    resting.delete(caller);
    serve();
  }, wait);
}
