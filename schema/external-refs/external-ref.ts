import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { kindNames, kinds } from './kinds.ts';
import { mayReferTo } from './names.ts';

export const ExternalRef = builder.prismaObject('ExternalReference', {
  name: 'ExternalRef',
  select: {},
  description: 'The name that another system has for a record.',
  fields: (t) => columns(t, 'source', 'value'),
});

for (const kind of kindNames) {
  // the four models have the same relation
  builder.prismaObjectField(kind as 'Order', 'externalRefs', (t) =>
    t.field({
      type: [ExternalRef],
      nullable: true,
      description: `Its names in other systems, by system. Null unless you hold \`${kinds[kind].seenBy}\`.`,
      select: (_args, _context, nested) => ({
        externalRefs: nested({ orderBy: { source: 'asc' } }),
      }),
      resolve: ({ externalRefs }, _args, { viewer }) =>
        mayReferTo(kind, viewer) ? externalRefs : null,
    }),
  );
}
