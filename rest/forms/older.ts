import { toFullMessages } from '../words/naming.ts';
import type { FieldMessages } from '../words/naming.ts';
import { fixedFailures, invalidResource, invalidSearch } from './fixed-failures.ts';
import type { Form } from './form.ts';
import { clockOf } from './zone.ts';

/** Search parameters keep their names as the client sent them. Decision: S19, A30. */
const toSearchMessages = (fields: FieldMessages): string[] =>
  Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => `${name} ${message}`),
  );

/**
 * Numbers, offset times, wrapped records, bare arrays, full messages; a failed create or update is
 * 500. `timeZone` is the store's IANA zone.
 * Contract: Resources and their fields; Errors. Decision: F20, R1, R4, A28, A33.
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
    failures: {
      ...fixedFailures,
      invalid: [500, ({ fields }) => ({ error: invalidResource, errors: toFullMessages(fields) })],
      refused: [422, ({ message, fields }) => ({ error: message, errors: toFullMessages(fields) })],
      badSearch: [
        422,
        ({ fields }) => ({ error: invalidSearch, errors: toSearchMessages(fields) }),
      ],
      ignoredSearch: [
        400,
        ({ fields }) => ({ error: invalidSearch, errors: toSearchMessages(fields) }),
      ],
    },
  };
  return older;
}
