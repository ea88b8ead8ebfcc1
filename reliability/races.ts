import { counterOf } from './counter.ts';
import { alike, booksAreStraight, spell } from './findings.ts';
import { raceForOne, raceForTwo, raceWithCancels } from './oversell.ts';
import type { SaleOutcome } from './oversell.ts';
import {
  addAtOnce,
  cancelAtOnce,
  captureAgainstVoid,
  captureAtOnce,
  creditAtOnce,
  emptyAgainstComplete,
  shipAtOnce,
} from './same-order.ts';
import type { Scenario, Setting } from './scenario.ts';

const repeats = 20;

async function inTurn<Outcome>(
  { tell }: Setting,
  figure: string,
  race: () => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let time = 1; time <= repeats; time += 1) {
    tell(`${figure}: ${String(time)} of ${String(repeats)}`);
    outcomes.push(await race());
  }
  return outcomes;
}

const withoutTimes = ({ answers, left }: SaleOutcome) => ({ answers, left });

/** Buyers race for the last units. Decision: L41. */
export const oversell: Scenario = {
  name: 'oversell',
  promise: 'No piece is sold twice, and who comes too late is told so, never 5xx.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const counter = counterOf(setting);
    const last = { buyers: 200, stock: 20, quantity: 1 };
    const rush = await inTurn(setting, '200 buyers', () => raceForOne(counter, last));
    const two = await inTurn(setting, 'two buyers', () =>
      raceForOne(counter, { buyers: 2, stock: 1, quantity: 1 }),
    );
    const threes = await inTurn(setting, 'three units each', () =>
      raceForOne(counter, { buyers: 40, stock: 20, quantity: 3 }),
    );
    const crossed = await inTurn(setting, 'two variants', () =>
      raceForTwo(counter, { buyers: 40, stock: 10, quantity: 1 }),
    );
    const churn = await inTurn(setting, 'cancels in between', () =>
      raceWithCancels(counter, { buyers: 40, stock: 20, quantity: 1 }),
    );
    const agreeing = churn.filter(
      ({ answers, cancels, left: [left] }) =>
        cancels[200] === 10 &&
        (answers[200] ?? 0) + (answers[422] ?? 0) === 40 &&
        left === 20 - (answers[200] ?? 0),
    );
    return [
      alike(
        '200 buyers of the last 20',
        { answers: { 200: 20, 422: 180 }, left: [0] },
        rush.map(withoutTimes),
      ),
      {
        figure: 'longest that one of 200 buyers waited',
        promised: 'an answer within 25 s',
        seen: `${String(Math.max(...rush.map(({ slowest }) => slowest)))} ms`,
        holds: rush.every(({ slowest }) => slowest < 25_000),
      },
      alike(
        'two buyers of the last piece',
        { answers: { 200: 1, 422: 1 }, left: [0] },
        two.map(withoutTimes),
      ),
      alike(
        'three units each of 20',
        { answers: { 200: 6, 422: 34 }, left: [2] },
        threes.map(withoutTimes),
      ),
      alike(
        'two variants in opposite order',
        { answers: { 200: 10, 422: 30 }, left: [0, 0] },
        crossed.map(withoutTimes),
      ),
      {
        figure: 'races with 10 cancels in between in which sold and left agree',
        promised: String(repeats),
        seen: String(agreeing.length),
        holds: agreeing.length === repeats,
      },
      await booksAreStraight(setting),
    ];
  },
};

/** Many clients write one order. Decision: L43. */
export const sameOrder: Scenario = {
  name: 'same-order',
  promise: 'What many do to one order at once happens once, and nothing of it is lost.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const counter = counterOf(setting);
    const once = { 200: 1, 422: 49 };
    const emptied = await emptyAgainstComplete(counter, 25);
    const { captured, ...voided } = await captureAgainstVoid(counter, 25);
    return [
      alike(
        '50 additions of one variant',
        { answers: { 201: 50 }, lines: 1, quantity: 50, itemTotal: '500.0' },
        [await addAtOnce(counter, 50, 'newer')],
      ),
      alike(
        '50 additions in the older format',
        { answers: { 201: 50 }, lines: 50, quantity: 50, itemTotal: '500.0' },
        [await addAtOnce(counter, 50, 'older')],
      ),
      alike('50 cancels', { answers: once, state: 'canceled', left: 3 }, [
        await cancelAtOnce(counter, 50),
      ]),
      alike('50 shippings', { answers: once, shipments: ['shipped'], left: 0 }, [
        await shipAtOnce(counter, 50),
      ]),
      alike(
        '25 times empty against 25 times complete',
        { emptied: { 200: 25 }, state: 'cart', lines: 0, left: 3 },
        [
          {
            emptied: emptied.emptied,
            state: emptied.state,
            lines: emptied.lines,
            left: emptied.left,
          },
        ],
      ),
      {
        figure: 'completions among them that came in time',
        promised: '0 or 1, the others 422',
        seen: spell(emptied.completed),
        holds:
          (emptied.completed[200] ?? 0) <= 1 &&
          (emptied.completed[200] ?? 0) + (emptied.completed[422] ?? 0) === 25,
      },
      alike('50 captures', { answers: once, paid: '30.0' }, [await captureAtOnce(counter, 50)]),
      alike('25 captures against 25 voids', { voided: { 200: 1, 422: 24 }, paid: '0.0' }, [voided]),
      {
        figure: 'captures among them that came in time',
        promised: '0 or 1, the others 422',
        seen: spell(captured),
        holds: (captured[200] ?? 0) <= 1 && (captured[200] ?? 0) + (captured[422] ?? 0) === 25,
      },
      alike('50 credits of all that was paid', { answers: once, paid: '0.0' }, [
        await creditAtOnce(counter, 50),
      ]),
      await booksAreStraight(setting),
    ];
  },
};
