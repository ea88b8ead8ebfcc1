import type { Messages } from './messages.ts';

/**
 * A condition of an event: null if the facts satisfy it, otherwise its messages by key. An empty record refuses
 * without a message of its own.
 */
type Guard<Facts> = (facts: Facts) => Messages | null;

/** A fact that chooses between two rows of one event; it never refuses. */
export type Condition<Facts> = (facts: Facts) => boolean;

/**
 * One transition. Without `to` the state stays; without `when` the row applies to every record in `from`;
 * `needs` are guards, `does` the effects in order.
 */
export interface Row<State, GuardName, ConditionName, Effect> {
  readonly from: readonly State[];
  readonly to?: State;
  readonly when?: ConditionName;
  readonly needs?: readonly GuardName[];
  readonly does?: readonly Effect[];
}

/** The states of a type of record, and the events that change them. Decision: T1-T3 */
export interface Machine<
  State extends string,
  Event extends string,
  Effect extends string,
  Facts,
  GuardName extends string = string,
  ConditionName extends string = string,
> {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  readonly effects: readonly Effect[];
  readonly guards: Readonly<Record<GuardName, Guard<Facts>>>;
  readonly conditions: Readonly<Record<ConditionName, Condition<Facts>>>;
  readonly rows: Readonly<
    Record<Event, readonly Row<State, NoInfer<GuardName>, NoInfer<ConditionName>, Effect>[]>
  >;
}

/** What firing an event would do, or why it is refused; `messages` come from the guards that refuse. */
export type Transition<State, Effect> =
  | { readonly allowed: true; readonly to: State; readonly does: readonly Effect[] }
  | {
      readonly allowed: false;
      readonly reason: 'unknown_event' | 'no_row' | 'guards';
      readonly messages: Messages;
    };

/**
 * Defines a machine. A misspelt state, event, guard, condition or effect is a type error, and so is an event
 * without an entry. Possible events are listed in the order of `events`.
 */
export function defineMachine<
  const State extends string,
  const Events extends readonly string[],
  const Effect extends string,
  Facts,
  GuardName extends string,
  ConditionName extends string,
>(definition: {
  readonly states: readonly State[];
  readonly events: Events;
  readonly effects: readonly Effect[];
  readonly guards: Readonly<Record<GuardName, Guard<Facts>>>;
  readonly conditions: Readonly<Record<ConditionName, Condition<Facts>>>;
  readonly rows: Readonly<
    Record<
      Events[number],
      readonly Row<NoInfer<State>, NoInfer<GuardName>, NoInfer<ConditionName>, NoInfer<Effect>>[]
    >
  >;
}): Machine<State, Events[number], Effect, Facts, GuardName, ConditionName> {
  return definition;
}

/** Whether a word is an event of the machine, compared exactly. Decision: A31 */
export function isEventOf<State extends string, Event extends string, Effect extends string, Facts>(
  machine: Machine<State, Event, Effect, Facts>,
  word: string,
): word is Event {
  return machine.events.some((event) => event === word);
}

/**
 * What an event does to a record in a state. The first row of the event that starts in that state and whose
 * condition holds applies; if its guards refuse, their messages are returned and no other row is tried.
 * Decision: T2, T6-T11
 */
export function transition<
  State extends string,
  Event extends string,
  Effect extends string,
  Facts,
>(
  machine: Machine<State, Event, Effect, Facts>,
  state: State,
  event: string,
  facts: Facts,
): Transition<State, Effect> {
  if (!isEventOf(machine, event)) {
    return { allowed: false, reason: 'unknown_event', messages: {} };
  }
  const row = machine.rows[event].find(
    ({ from, when }) =>
      from.includes(state) && (when === undefined || machine.conditions[when]?.(facts) === true),
  );
  if (row === undefined) return { allowed: false, reason: 'no_row', messages: {} };
  const objections = (row.needs ?? [])
    .map((name) => machine.guards[name]?.(facts) ?? null)
    .filter((objection) => objection !== null);
  if (objections.length > 0) {
    return { allowed: false, reason: 'guards', messages: mergeMessages(objections) };
  }
  return { allowed: true, to: row.to ?? state, does: row.does ?? [] };
}

/** The events that would succeed now, in declared order, determined without writing. Decision: T2, T3 */
export function allowedEvents<
  State extends string,
  Event extends string,
  Effect extends string,
  Facts,
>(machine: Machine<State, Event, Effect, Facts>, state: State, facts: Facts): readonly Event[] {
  return machine.events.filter((event) => transition(machine, state, event, facts).allowed);
}

/** Merges several records of messages; the first message for a key wins. Decision: A29 */
export function mergeMessages(all: readonly Messages[]): Messages {
  const heard = new Map<string, readonly string[]>();
  for (const [key, texts] of all.flatMap((messages) => Object.entries(messages))) {
    if (!heard.has(key)) heard.set(key, texts);
  }
  return Object.fromEntries(heard);
}
