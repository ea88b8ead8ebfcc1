import type { FieldMessages } from '../words/naming.ts';
import { failuresOf } from './fixed-failures.ts';
import type { Form } from './form.ts';

const byField = (fields: FieldMessages): FieldMessages => fields;

/** Decimal strings, UTC, bare records, page objects, messages by field. Contract: Paginated list wrapper; Errors. */
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
  failures: failuresOf(422, byField, byField),
};
