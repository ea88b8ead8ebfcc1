import { authorize } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { words } from '../domain/messages.ts';
import { type Period, type PeriodLength, periodsBetween } from '../domain/periods.ts';
import { parseTime } from '../domain/times.ts';
import { Invalid } from '../errors.ts';
import { PeriodUnit } from '../states.ts';
import { orderSearch } from './queries.ts';
import { type OrderFigures, summarizeOrders } from './summary.ts';

/** Maximum number of periods of a summary: a year of days, or 33 years of months. */
const mostPeriods = 400;

const OrderPeriod = builder.objectRef<OrderFigures>('OrderPeriod').implement({
  description:
    'What came of the orders that were completed in a period, in one currency. All figures are as of now: a cancellation or a return changes those of the period in which the order was completed.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'When the period begins, in UTC.' }),
    end: t.expose('end', {
      type: 'DateTime',
      description: 'When the period ends, in UTC: the first time that no longer belongs to it.',
    }),
    currency: t.exposeString('currency', {
      description: 'Currency of these orders, as an ISO 4217 code such as USD.',
    }),
    orderCount: t.exposeInt('orderCount', {
      description: 'Orders that were completed in the period, including those canceled since.',
    }),
    canceledCount: t.exposeInt('canceledCount', {
      description: 'How many of these orders are canceled.',
    }),
    turnover: t.expose('turnover', {
      type: 'Money',
      description:
        'Sum of the `total` of these orders without the canceled ones: with shipping and tax, less discounts and what was returned or canceled.',
    }),
    units: t.exposeInt('units', {
      description:
        'Inventory units of these orders that are sold, backordered or shipped: not those that were canceled or returned.',
    }),
    refunds: t.expose('refunds', {
      type: 'Money',
      description:
        'Money paid back for these orders, as a positive amount: the credits among their completed payments. `turnover` does not contain it.',
    }),
  }),
});

/** The period that is asked for. Throws Invalid naming what is no time, or an end that is not after the start. */
function readRange(from: unknown, to: unknown): Period {
  const reader = new AttributeReader();
  const read = (name: 'from' | 'to', value: unknown): Date => {
    const time = reader.read(name, parseTime(value));
    if (time === null) reader.note(name, words.notDate);
    return time ?? new Date(0);
  };
  const range = { start: read('from', from), end: read('to', to) };
  reader.check();
  if (range.start >= range.end) throw new Invalid({ to: ['must be after from'] });
  return range;
}

builder.queryField('orderSummary', (t) =>
  t.field({
    type: [OrderPeriod],
    description:
      'Returns figures of the orders that were completed from one time up to another, by day, week or month in UTC: at most 400 periods, oldest first, each with a row for every currency that occurs in any of them. Periods without orders are rows of zeros. The list `orders` with the same filter and `completedAt` from `start` up to `end` has the orders of a row. You need `orders.index`.',
    args: {
      from: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Where the first period begins, such as "2026-11-01", midnight in UTC.',
      }),
      to: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Where the last period ends: the first time that no longer belongs to it.',
      }),
      by: t.arg({
        type: PeriodUnit,
        required: true,
        description: 'Length of the periods. `from` and `to` cut the first and the last one.',
        extensions: { weighsAs: 'summary' },
      }),
      filter: t.arg({
        type: orderSearch.filter,
        description: 'Counts only orders that match, as in `orders`. Omit to count all.',
      }),
    },
    resolve: (_root, { from, to, by, filter }, context) => {
      authorize(context.viewer, 'orders.index');
      const periods = periodsBetween(readRange(from, to), by as PeriodLength, mostPeriods);
      if (!periods) throw new Invalid({ to: [`is more than ${String(mostPeriods)} periods away`] });
      return summarizeOrders(context, periods, filter);
    },
  }),
);
