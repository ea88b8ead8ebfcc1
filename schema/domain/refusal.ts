import type { Machine, Transition } from './machine.ts';
import { allowedEvents, isEventOf, mergeMessages, transition } from './machine.ts';
import { type Messages, sentences } from './messages.ts';

/** What clients get if a checkout cannot advance. */
export const moveRefused =
  'The order could not be transitioned. Please fix the errors and try again.';

/**
 * A refused event. `event` is echoed only if the record's type has it; `allowed` are the events that would succeed now
 * and that the caller may fire. Decision: A31, A45
 */
export interface EventRefusal {
  readonly reason: 'blank' | 'unknown' | 'not_now';
  readonly event: string | null;
  readonly state: string;
  readonly allowed: readonly string[];
  readonly error: string;
  readonly fields: Messages;
}

/** The result of firing an event by a client's word. */
export type Firing<State, Event, Effect> =
  | (Extract<Transition<State, Effect>, { allowed: true }> & { readonly event: Event })
  | { readonly allowed: false; readonly refusal: EventRefusal };

/** Whether the caller may fire an event on the record. */
export type MayFire = (event: string) => boolean;

/** The event name that a client sent: trimmed; anything but a text is no name, which is a blank. */
export const eventWord = (name: unknown): string => (typeof name === 'string' ? name.trim() : '');

/**
 * Fires an event by a client's word; returns what it does, or the refusal, which lists what would succeed with the facts
 * that a refused event leaves: also the event itself, if new prices alone refused it. Decision: A31, T46
 */
export function fireEvent<State extends string, Event extends string, Effect, Facts>(
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
  word: string,
  facts: Facts,
  mayFire: MayFire,
  left = facts,
): Firing<State, Event, Effect> {
  if (isEventOf(machine, word)) {
    const outcome = transition(machine, state, word, facts);
    if (outcome.allowed) return { ...outcome, event: word };
    const { messages } = outcome;
    if (left === facts || !transition(machine, state, word, left).allowed) {
      return { allowed: false, refusal: refuseNow(machine, state, word, left, mayFire, messages) };
    }
    const told = mergeMessages([messages, { base: [sentences.sendAgain] }]);
    const allowed = allowedEvents(machine, state, left).filter(mayFire);
    return { allowed: false, refusal: refused(state, word, allowed, told) };
  }
  const allowed = allowedEvents(machine, state, facts).filter(mayFire);
  const [reason, error, message] =
    word === ''
      ? (['blank', 'No event name supplied', 'cannot transition without an event name'] as const)
      : ([
          'unknown',
          `Invalid event name, ${listNames(allowed)}`,
          'cannot transition via an unknown event',
        ] as const);
  const refusal = { reason, event: null, state, allowed, error, fields: { state: [message] } };
  return { allowed: false, refusal };
}

/** The end of a refusal: the events that are possible instead. */
const listNames = (allowed: readonly string[]): string =>
  allowed.length > 0 ? `valid names are ${allowed.join(',')}` : 'no event is possible now';

const refused = (
  state: string,
  event: string,
  allowed: readonly string[],
  messages: Messages,
): EventRefusal => ({
  reason: 'not_now',
  event,
  state,
  allowed,
  error: `Valid event name but not allowed for this object, ${listNames(allowed)}`,
  fields: mergeMessages([{ state: [cannotTransition(event)] }, messages]),
});

/**
 * The refusal of a known event that is not possible now, including one found out while acting (a conditional update of
 * stock), which is not listed as possible. Decision: T2, T13, A31
 */
export function refuseNow<State extends string, Event extends string, Facts>(
  machine: Machine<State, Event, unknown, Facts>,
  state: State,
  event: Event,
  facts: Facts,
  mayFire: MayFire,
  messages: Messages,
): EventRefusal {
  const allowed = allowedEvents(machine, state, facts).filter(
    (possible) => possible !== event && mayFire(possible),
  );
  return refused(state, event, allowed, messages);
}

/** The messages of a checkout that cannot advance: those of the guards, or that there is no transition. */
export function checkoutRefusalFields(messages: Messages): Messages {
  return Object.keys(messages).length > 0 ? messages : { state: [cannotTransition('next')] };
}

function cannotTransition(event: string): string {
  return `cannot transition via "${event}"`;
}
