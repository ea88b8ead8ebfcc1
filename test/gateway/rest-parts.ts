import type { Parts } from '../../gateway/app.ts';
import { createRest } from '../../rest/index.ts';
import { schema } from '../../schema/index.ts';

/** The real schema and REST, for a program whose other parts are fakes. */
export const restParts: Pick<Parts, 'schema' | 'createRest'> = {
  schema,
  createRest: (functions) =>
    createRest({
      schema,
      ...functions,
      publicUrl: null,
      timeZone: 'UTC',
      moneyDecimals: 2,
      olderListLimit: 1,
      version: '0.0.0',
    }),
};
