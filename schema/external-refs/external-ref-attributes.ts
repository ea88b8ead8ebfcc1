import { Prisma } from '../../prisma/generated/client/client.ts';
import { type Association, attributeList, many, text } from '../search/attributes.ts';
import { columnOf, type ReferredKind } from './kinds.ts';
import { mayReferTo } from './names.ts';

/** Attributes that the names of records in other systems are searched by. Decision: V24. */
export const externalRefAttributes = attributeList('ExternalRef', 'external_references', {
  source: text('source'),
  value: text('value'),
});

/** The names that other systems have for a record: searched by who may see them. */
export const externalRefsOf = (kind: ReferredKind): Association =>
  many(
    externalRefAttributes,
    columnOf(kind),
    { shownTo: (viewer) => mayReferTo(kind, viewer), shows: [] },
    // leads to the index by kind, system and name
    (alias) => Prisma.raw(`${alias}.kind = '${kind}'`),
  );
