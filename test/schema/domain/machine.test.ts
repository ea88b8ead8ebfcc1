import { describe, expect, test } from '@jest/globals';
import {
  allowedEvents,
  type Guard,
  isEventOf,
  type Machine,
  mergeMessages,
  transition,
} from '../../../schema/domain/machine.ts';

interface DoorFacts {
  readonly hasKey: boolean;
  readonly isPainted: boolean;
  readonly isGlass: boolean;
}

const hasKey: Guard<DoorFacts> = (door) => (door.hasKey ? null : { key: ["can't be blank"] });
const isDry: Guard<DoorFacts> = ({ isPainted }) =>
  isPainted ? { key: ['is wet'], base: ['Wait.'] } : null;
const isSilent = () => ({});

type Door = Machine<
  'open' | 'shut' | 'locked',
  'close' | 'lock' | 'knock',
  'turnKey' | 'ringBell',
  DoorFacts
>;

const door: Door = {
  events: ['close', 'lock', 'knock'],
  rows: {
    close: [{ from: ['open'], to: 'shut' }],
    lock: [
      { from: ['shut'], to: 'shut', when: ({ isGlass }) => isGlass, needs: [isSilent] },
      { from: ['shut'], to: 'locked', needs: [hasKey, isDry], does: ['turnKey'] },
    ],
    knock: [{ from: ['shut', 'locked'], does: ['ringBell'] }],
  },
};

const facts: DoorFacts = { hasKey: true, isPainted: false, isGlass: false };

describe('transition', () => {
  test('an allowed event gives the next state and its effects', () => {
    expect(transition(door, 'shut', 'lock', facts)).toEqual({
      allowed: true,
      to: 'locked',
      does: ['turnKey'],
    });
  });

  test('a row without a target leaves the state', () => {
    expect(transition(door, 'locked', 'knock', facts)).toEqual({
      allowed: true,
      to: 'locked',
      does: ['ringBell'],
    });
  });

  test('a row without effects does nothing else', () => {
    expect(transition(door, 'open', 'close', facts)).toEqual({
      allowed: true,
      to: 'shut',
      does: [],
    });
  });

  test('an unknown event has its own reason', () => {
    expect(transition(door, 'shut', 'toString', facts)).toEqual({
      allowed: false,
      reason: 'unknown_event',
      messages: {},
    });
  });

  test('an event without a row for the state has its own reason', () => {
    expect(transition(door, 'locked', 'lock', facts)).toEqual({
      allowed: false,
      reason: 'no_row',
      messages: {},
    });
  });

  test('every failing guard is reported, the first one under a shared key', () => {
    expect(transition(door, 'shut', 'lock', { ...facts, hasKey: false, isPainted: true })).toEqual({
      allowed: false,
      reason: 'guards',
      messages: { key: ["can't be blank"], base: ['Wait.'] },
    });
  });

  test('the row whose condition holds is the one whose guards speak', () => {
    expect(transition(door, 'shut', 'lock', { ...facts, isGlass: true })).toEqual({
      allowed: false,
      reason: 'guards',
      messages: {},
    });
  });
});

test('possible events are listed in declared order', () => {
  expect(allowedEvents(door, 'shut', facts)).toEqual(['lock', 'knock']);
});

test('an event whose guard says no is not listed', () => {
  expect(allowedEvents(door, 'shut', { ...facts, hasKey: false })).toEqual(['knock']);
});

test('an inherited property is no event', () => {
  expect(isEventOf(door, 'constructor')).toBe(false);
});

test('merged messages keep the order in which keys first occurred', () => {
  expect(Object.keys(mergeMessages([{ state: ['a'] }, { email: ['b'], state: ['c'] }]))).toEqual([
    'state',
    'email',
  ]);
});

test('a misspelt name in a machine is a type error', () => {
  const misspelt: Door = {
    events: ['close', 'lock', 'knock'],
    rows: {
      close: [
        // @ts-expect-error no such state
        { from: ['opne'], to: 'shut' },
        // @ts-expect-error no such target
        { from: ['open'], to: 'shutt' },
        // @ts-expect-error no such effect
        { from: ['open'], does: ['rign'] },
      ],
      lock: [],
      knock: [],
    },
  };
  // @ts-expect-error no such event
  const rows: Door['rows'] = { ...misspelt.rows, clsoe: [] };
  expect(Object.keys(rows)).toHaveLength(4);
});
