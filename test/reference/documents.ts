import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';
import { createReference } from '../../rest/reference/reference.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';

/** The documents as the program serves them, for a store in UTC. */
export const documents = {
  newer: createReference(routes, schema, newer, '1.2.3'),
  older: createReference(routes, schema, createOlder('UTC'), '1.2.3'),
};
