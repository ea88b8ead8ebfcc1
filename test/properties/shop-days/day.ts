import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { ReadOrder } from '../../support/orders.ts';
import {
  type ActName,
  acts,
  aroundBoxes,
  everything,
  inCheckout,
  pick,
  sensible,
  wanted,
} from './acts.ts';
import { noteOutcome } from './model.ts';
import { changePrices } from './prices.ts';
import { completeFromShelves } from './shelves.ts';
import { present, type Shop } from './shop.ts';

/** One command of a client. */
export type Command =
  | { readonly name: 'create'; readonly place: number; readonly amount: number }
  | {
      readonly name: 'adjust';
      readonly place: number;
      readonly amount: number;
      readonly location: number;
    }
  | { readonly name: 'openOrClose'; readonly place: number }
  | {
      readonly name: 'reprice';
      readonly place: number;
      readonly amount: number;
      readonly isInBulk: boolean;
    }
  | {
      readonly name: 'act';
      /** What to choose from: all actions, those that make sense in the order's state, or those around boxes. */
      readonly from: 'everything' | 'sensible' | 'boxes';
      readonly act: number;
      readonly order: number;
      readonly place: number;
      readonly amount: number;
    };

const openStates: readonly string[] = ['complete', 'resumed', 'awaiting_return'];

const small = fc.integer({ min: 0, max: 5 });
const amount = fc.integer({ min: 1, max: 4 });
/** Few orders, so that much happens to each. */
const few = fc.integer({ min: 0, max: 1 });

const create: fc.Arbitrary<Command> = fc.record({
  name: fc.constant('create' as const),
  place: small,
  amount,
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constant('adjust' as const),
      place: small,
      amount,
      location: few,
    }),
  },
  { weight: 1, arbitrary: create },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constant('openOrClose' as const), place: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('reprice' as const),
      place: small,
      amount,
      isInBulk: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      name: fc.constant('act' as const),
      from: fc.constantFrom('everything', 'sensible', 'sensible', 'sensible'),
      act: fc.nat(1000),
      order: few,
      place: small,
      amount,
    }),
  },
);

const commands = (minLength: number, maxLength: number): fc.Arbitrary<Command[]> =>
  fc.array(command, { minLength, maxLength, size: 'max' });

/** A day of up to 40 commands: most are short, one in twelve is long. */
const mixedDay = fc
  .tuple(
    create,
    fc.oneof({ weight: 11, arbitrary: commands(1, 6) }, { weight: 1, arbitrary: commands(12, 39) }),
  )
  .map(([first, others]) => [first, ...others]);

const byState = { name: 'act', from: 'sensible' } as const;

const ofBoxes = { name: 'act', from: 'boxes', order: 0 } as const;

/** Shipping, and a discount of more than the goods. */
const bigDiscount = fc.tuple(amount, amount).map(([one, other]): Command[] => [
  { ...ofBoxes, act: aroundBoxes.indexOf('charge'), place: 0, amount: one },
  { ...ofBoxes, act: aroundBoxes.indexOf('bigDiscount'), place: 0, amount: other },
]);

/** A line of which one piece was sent gets another price, and no other piece. */
const partlySent = fc.constantFrom(2, 4).map((place): Command[] => [
  { ...ofBoxes, act: aroundBoxes.indexOf('shipUnit'), place: 0, amount: 1 },
  { ...ofBoxes, act: aroundBoxes.indexOf('priceAndSet'), place, amount: 1 },
]);

/** A discount, and goods that are added once everything has been sent. */
const addedLater = fc.tuple(fc.constantFrom(1, 3), amount).map(([place, pieces]): Command[] =>
  (['discount', 'ready', 'ship', 'add'] as const).map((name) => ({
    ...ofBoxes,
    act: aroundBoxes.indexOf(name),
    place: name === 'add' ? place : 0,
    amount: pieces,
  })),
);

/** A day of one order that is completed, canceled box by box, lowered, priced and resumed. */
const boxDay = fc
  .tuple(
    // the second variant has three units, the stock of the fourth is not counted
    fc.record({ name: fc.constant('create' as const), place: fc.constantFrom(1, 3), amount }),
    fc.constant({
      ...byState,
      act: inCheckout.indexOf('complete'),
      order: 0,
      place: 0,
      amount: 1,
    } as const),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Command[]>([]) },
      { weight: 1, arbitrary: fc.oneof(bigDiscount, partlySent, addedLater) },
    ),
    fc.array(
      fc
        .record({ act: fc.nat(1000), place: small, amount })
        .map((chosen) => ({ ...ofBoxes, ...chosen })),
      { minLength: 2, maxLength: 14, size: 'max' },
    ),
  )
  .map(([first, second, third, others]): readonly Command[] => [
    first,
    second,
    ...third,
    ...others,
  ]);

/** A day: of three, one is spent on boxes. */
export const anyDay: fc.Arbitrary<readonly Command[]> = fc.oneof(
  { weight: 2, arbitrary: mixedDay },
  { weight: 1, arbitrary: boxDay },
);

/** Runs a command as far as possible, and checks the result. */
export async function carryOut(shop: Shop, next: Command): Promise<void> {
  const { desk, variants, locations, orders, supply } = shop;
  const { place } = next;
  if (next.name === 'create') {
    const lineItems = [wanted(shop, place, next.amount), wanted(shop, place + 1, 1)];
    const { record, errors } = await desk.try.create({ email: 'ada@harbour.test', lineItems });
    if (errors.length === 0) orders.set(record.number, record);
    return;
  }
  if (next.name === 'adjust') {
    const variantId = pick(variants, place) ?? 0n;
    const quantity = place % 2 === 0 ? next.amount : -next.amount;
    const { errors } = await desk.try.adjust({
      variantId: String(variantId),
      quantity,
      stockLocationId: String(pick(locations, next.location)),
    });
    if (errors.length === 0) supply.set(variantId, (supply.get(variantId) ?? 0) + quantity);
    // Orders that waited for these units have changed.
    for (const number of orders.keys()) orders.set(number, undefined);
    return;
  }
  if (next.name === 'openOrClose') {
    const { errors } = await desk.try.setActive(locations[1] ?? 0n, !shop.annexIsActive);
    if (errors.length === 0) shop.annexIsActive = !shop.annexIsActive;
    else expect({ errors, was: shop.annexIsActive }).toMatchObject({ was: true });
    return;
  }
  if (next.name === 'reprice') return changePrices(shop, next);
  const number = pick([...orders.keys()], next.order);
  if (number === undefined) return;
  const before = await present(shop, number);
  const name = chooseAct(before, next);
  const act = () => acts[name](shop, before, place, next.amount);
  const isSale = name === 'complete' && before.shipments.length === 0;
  const outcome =
    isSale && before.completedAt === null
      ? await completeFromShelves(shop, before, act)
      : await act();
  await noteOutcome(shop, before, { name, place, amount: next.amount }, outcome);
}

function chooseAct(
  { state }: ReadOrder,
  { from, act }: Extract<Command, { name: 'act' }>,
): ActName {
  const isOpen = openStates.includes(state);
  const choice =
    from === 'everything'
      ? everything
      : from === 'boxes' && isOpen
        ? aroundBoxes
        : (sensible[state] ?? inCheckout);
  return pick(choice, act) ?? 'add';
}
