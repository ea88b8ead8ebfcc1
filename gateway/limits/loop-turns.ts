import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { ByTurns } from './by-turns.ts';
import { pauseAfter } from './reading-turns.ts';

/** For how long connections go before all else, and after that do not, in milliseconds. */
const acceptingMs = 50;

let accepting: { readonly since: number; goesOn: boolean } | undefined;
let restsUntil = 0;

/**
 * Notes that a connection was accepted. Node accepts one in a turn of its event loop, so that behind hundreds of one
 * client's connections another's waits for hundreds of turns: these do nothing else until none is left. Who connects
 * without end stops the others for half of the time.
 * Decision: N18.
 */
export function noteAccepted(): void {
  if (accepting) accepting.goesOn = true;
  else if (performance.now() >= restsUntil) {
    accepting = { since: performance.now(), goesOn: true };
    setImmediate(lookForMore);
  }
}

function lookForMore(): void {
  if (accepting?.goesOn && isAccepting()) {
    accepting.goesOn = false;
    setImmediate(lookForMore);
  } else {
    if (accepting?.goesOn) restsUntil = performance.now() + acceptingMs;
    accepting = undefined;
  }
}

/** Whether connections may wait to be accepted, before which nothing that takes time should begin. */
export const isAccepting = (): boolean =>
  accepting !== undefined && performance.now() - accepting.since < acceptingMs;

interface Waiting {
  readonly isShared: boolean;
  readonly begin: () => void;
}

const waiting = new ByTurns<Waiting>();
let isServing = false;

/**
 * Resolves in a turn of the event loop in which it does for nobody else, and in which no connection waits; callers
 * come by turns. If the process is shared with others, a long turn is followed by a pause.
 * Decision: N46.
 */
export function ownTurn(caller: string, isShared: boolean): Promise<void> {
  return new Promise((begin) => {
    waiting.add(caller, { isShared, begin });
    if (!isServing) void giveTurns();
  });
}

async function giveTurns(): Promise<void> {
  isServing = true;
  while (!waiting.isEmpty) {
    do await nextTurn();
    while (isAccepting());
    const next = waiting.next();
    const since = performance.now();
    next?.begin();
    await nextTurn();
    const wait = next?.isShared ? pauseAfter(performance.now() - since) : 0;
    if (wait > 0) await pause(wait);
  }
  isServing = false;
}
