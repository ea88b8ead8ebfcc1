import { builder } from '../builder.ts';

/** What a request of many rows does if some of them are refused. Decision: V20. */
export const BulkPolicy = builder.enumType('BulkPolicy', {
  description: 'What happens to the other rows if some rows of a request are refused.',
  values: {
    ALL_OR_NOTHING: { description: 'Nothing is written unless every row can be.' },
    EACH: { description: 'Rows that are refused change nothing; all others are written.' },
  } as const,
});
