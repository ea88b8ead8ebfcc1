import { fixedFailures, invalidResource, invalidSearch } from './fixed-failures.ts';
import type { Form } from './form.ts';

/**
 * Decimal strings, UTC, bare records, page objects, messages by field.
 * Contract: Paginated list wrapper; Errors. Decision: F20, R1, R4, A28.
 */
export const newer: Form = {
  name: 'newer',
  suffix: '',
  timeZone: 'UTC',
  money: (decimal) => decimal,
  time: (iso) => iso,
  orderState: (state) => state,
  one: (_key, record) => record,
  page: ({ plural }, page, present, beside) => ({
    [plural]: page.nodes.map((parts) => present(parts, newer)),
    count: page.count,
    pages: page.pages,
    // REST reads numbered pages alone
    current_page: page.currentPage ?? 1,
    total_count: page.totalCount,
    per_page: page.perPage,
    ...beside,
  }),
  perPage: { page: 25, array: 100 },
  listsWhole: false,
  defaultSort: () => undefined,
  mergesLines: true,
  failures: {
    ...fixedFailures,
    invalid: [422, ({ fields }) => ({ error: invalidResource, errors: fields })],
    refused: [422, ({ message, fields }) => ({ error: message, errors: fields })],
    badSearch: [422, ({ fields }) => ({ error: invalidSearch, errors: fields })],
    ignoredSearch: [400, ({ fields }) => ({ error: invalidSearch, errors: fields })],
  },
};
