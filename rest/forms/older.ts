import { toFullMessages, toSearchMessages } from '../words/naming.ts';
import { clockOf } from '../words/zone.ts';
import { failuresOf } from './fixed-failures.ts';
import type { Form } from './form.ts';

/**
 * Numbers, offset times, wrapped records, bare arrays, full messages; a failed create or update is
 * 500. `timeZone` is the store's IANA zone.
 * Contract: Resources and their fields; Errors. Decision: A33.
 */
export function createOlder(timeZone: string): Form {
  const older: Form = {
    name: 'older',
    suffix: '.json',
    timeZone,
    money: Number,
    time: clockOf(timeZone),
    orderState: (state) => (state === 'complete' ? 'new' : state),
    one: (key, record) => ({ [key]: record }),
    page: ({ singular }, { nodes }, present) =>
      nodes.map((parts) => ({ [singular]: present(parts, older) })),
    perPage: { page: 100, array: 100 },
    listsWhole: true,
    defaultSort: (sort) => sort,
    mergesLines: false,
    failures: failuresOf(500, toFullMessages, toSearchMessages),
  };
  return older;
}
