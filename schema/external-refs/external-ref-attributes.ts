import { Prisma } from '../../prisma/generated/client/client.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { type Association, many } from '../search/attributes.ts';
import { columnOf, type ReferredKind } from './kinds.ts';
import { mayReferTo } from './names.ts';

/** Attributes that the names of records in other systems are searched by. */
export const externalRefAttributes = attributeList(
  'ExternalReference',
  own('ExternalReference', 'source', 'value'),
  {},
  'ExternalRef',
);

/** The names that other systems have for a record: searched by who may see them. */
export const externalRefsOf = (kind: ReferredKind): Association =>
  many(
    externalRefAttributes,
    columnOf(kind),
    { shownTo: (viewer) => mayReferTo(kind, viewer), shows: [] },
    // leads to the index by kind, system and name
    (alias) => Prisma.raw(`${alias}.kind = '${kind}'`),
  );
