import type { Messages } from './messages.ts';

/**
 * A condition of an event: null if the facts satisfy it, otherwise its messages by key. An empty record refuses
 * without a message of its own.
 */
export type Guard<Facts> = (facts: Facts) => Messages | null;

/**
 * One transition. Without `to` the state stays; without `when`, which chooses between rows and never refuses, the row
 * applies to every record in `from`; `needs` are guards, `does` the effects in order.
 */
interface Row<State, Effect, Facts> {
  readonly from: readonly State[];
  readonly to?: State;
  readonly when?: (facts: Facts) => boolean;
  readonly needs?: readonly Guard<Facts>[];
  readonly does?: readonly Effect[];
}

/** The events that change the state of a type of record; possible ones are listed in this order. */
export interface Machine<State extends string, Event extends string, Effect, Facts> {
  readonly events: readonly Event[];
  readonly rows: Readonly<Record<Event, readonly Row<State, Effect, Facts>[]>>;
}

/** What firing an event would do, or why it is refused; `messages` come from the guards that refuse. */
export type Transition<State, Effect> =
  | { readonly allowed: true; readonly to: State; readonly does: readonly Effect[] }
  | {
      readonly allowed: false;
      readonly reason: 'unknown_event' | 'no_row' | 'guards';
      readonly messages: Messages;
    };

/** Whether a word is an event of the machine, compared exactly. */
export const isEventOf = <Event extends string>(
  { events }: { readonly events: readonly Event[] },
  word: string,
): word is Event => events.some((event) => event === word);

/**
 * What an event does to a record in a state. The first row of the event that starts in that state and whose condition
 * holds applies; if its guards refuse, their messages are returned and no other row is tried. Decision: T2, T6-T11
 */
export function transition<State extends string, Event extends string, Effect, Facts>(
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
  event: string,
  facts: Facts,
): Transition<State, Effect> {
  if (!isEventOf(machine, event)) {
    return { allowed: false, reason: 'unknown_event', messages: {} };
  }
  const row = machine.rows[event].find(
    ({ from, when }) => from.includes(state) && (when?.(facts) ?? true),
  );
  if (row === undefined) return { allowed: false, reason: 'no_row', messages: {} };
  const objections = (row.needs ?? [])
    .map((guard) => guard(facts))
    .filter((objection) => objection !== null);
  if (objections.length > 0) {
    return { allowed: false, reason: 'guards', messages: mergeMessages(objections) };
  }
  return { allowed: true, to: row.to ?? state, does: row.does ?? [] };
}

/** The events that would succeed now, in declared order, determined without writing. */
export const allowedEvents = <State extends string, Event extends string, Facts>(
  machine: Machine<State, Event, unknown, Facts>,
  state: State,
  facts: Facts,
): readonly Event[] =>
  machine.events.filter((event) => transition(machine, state, event, facts).allowed);

/** Merges several records of messages; the first message for a key wins. */
export function mergeMessages(all: readonly Messages[]): Messages {
  const heard = new Map<string, readonly string[]>();
  for (const [key, texts] of all.flatMap((messages) => Object.entries(messages))) {
    if (!heard.has(key)) heard.set(key, texts);
  }
  return Object.fromEntries(heard);
}
