import { setImmediate as nextTurn } from 'node:timers/promises';

/** For how long connections go before all else, in milliseconds. */
const acceptingMs = 50;

let accepting: { readonly since: number; goesOn: boolean } | undefined;

/**
 * Notes that a connection was accepted. Node accepts one in a turn of its event loop, so that behind hundreds of one
 * client's connections another's waits for hundreds of turns: these do nothing else until none is left.
 * Decision: N18.
 */
export function noteAccepted(): void {
  if (accepting) accepting.goesOn = true;
  else {
    accepting = { since: performance.now(), goesOn: true };
    setImmediate(lookForMore);
  }
}

function lookForMore(): void {
  if (!isAccepting() || !accepting?.goesOn) accepting = undefined;
  else {
    accepting.goesOn = false;
    setImmediate(lookForMore);
  }
}

/** Whether connections may wait to be accepted, before which nothing that takes time should begin. */
export const isAccepting = (): boolean =>
  accepting !== undefined && performance.now() - accepting.since < acceptingMs;

let lastTurn: Promise<void> = Promise.resolve();

async function quietTurn(): Promise<void> {
  do await nextTurn();
  while (isAccepting());
}

/** Resolves in a turn in which it does for nobody else, and in which no connection waits. Decision: N46. */
export const ownTurn = (): Promise<void> => (lastTurn = lastTurn.then(quietTurn));
