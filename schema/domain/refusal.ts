import type { Machine, Transition } from './machine.ts';
import { allowedEvents, isEventOf, mergeMessages, transition } from './machine.ts';
import type { Messages } from './messages.ts';

/**
 * The longest event name that is looked at, in characters; a longer one is unknown.
 * Decision: A39
 */
export const eventNameLength = 100;

/** What a client is told when a record cannot move on through checkout. Decision: A32 */
export const moveRefused =
  'The order could not be transitioned. Please fix the errors and try again.';

/**
 * An event that is not carried out. `event` is echoed only when the record's kind knows it;
 * `allowed` are all events of the kind, or for `not_now` those that would succeed.
 * Decision: A31, A45
 */
export interface EventRefusal {
  readonly reason: 'blank' | 'unknown' | 'not_now';
  readonly event: string | null;
  readonly state: string;
  readonly allowed: readonly string[];
  readonly error: string;
  readonly fields: Messages;
}

/** What firing an event by a client's word comes to. */
export type Firing<State, Event, Effect> =
  | (Extract<Transition<State, Effect>, { allowed: true }> & { readonly event: Event })
  | { readonly allowed: false; readonly refusal: EventRefusal };

/**
 * Fires an event by the name a client sent: what it does, or the refusal to answer with. Blanks
 * around the name are cut off; anything but a single text counts as no name.
 * Decision: T2, A31
 */
export function fireEvent<State extends string, Event extends string, Effect extends string, Facts>(
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
  name: unknown,
  facts: Facts,
): Firing<State, Event, Effect> {
  const word = typeof name === 'string' ? name.trim() : '';
  if (word === '') return { allowed: false, refusal: refuseName('blank', machine, state) };
  if (word.length > eventNameLength || !isEventOf(machine, word)) {
    return { allowed: false, refusal: refuseName('unknown', machine, state) };
  }
  const outcome = transition(machine, state, word, facts);
  if (outcome.allowed) return { ...outcome, event: word };
  return { allowed: false, refusal: refuseNow(machine, state, word, facts, outcome.messages) };
}

function refuseName<State extends string, Event extends string, Effect extends string, Facts>(
  reason: 'blank' | 'unknown',
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
): EventRefusal {
  const texts = {
    blank: ['No event name supplied', 'cannot transition without an event name'],
    unknown: [
      `Invalid event name, valid names are ${machine.events.join(',')}`,
      'cannot transition via an unknown event',
    ],
  } as const;
  const [error, message] = texts[reason];
  return {
    reason,
    event: null,
    state,
    allowed: machine.events,
    error,
    fields: { state: [message] },
  };
}

/**
 * The refusal of a known event that is not possible now, also when it was found out while acting (a
 * conditional update of stock). The refused event is never listed among the possible ones.
 * Decision: T2, T13, A31
 */
export function refuseNow<State extends string, Event extends string, Effect extends string, Facts>(
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
  event: Event,
  facts: Facts,
  messages: Messages,
): EventRefusal {
  const allowed = allowedEvents(machine, state, facts).filter((possible) => possible !== event);
  return {
    reason: 'not_now',
    event,
    state,
    allowed,
    error: `Valid event name but not allowed for this object, valid names are ${allowed.join(',')}`,
    fields: mergeMessages([{ state: [cannotTransition(event)] }, messages]),
  };
}

/**
 * The messages of a checkout that cannot move on: the guards' own, or that no transition leads on.
 * Decision: A32
 */
export function checkoutRefusalFields(messages: Messages): Messages {
  return Object.keys(messages).length > 0 ? messages : { state: [cannotTransition('next')] };
}

/** What a client is told when a payment refuses a verb. Decision: T39 */
export function paymentRefused(verb: string): string {
  return `Cannot ${verb} payment.`;
}

function cannotTransition(event: string): string {
  return `cannot transition via "${event}"`;
}
