import { builder } from '../builder.ts';
import { isShown } from '../shown.ts';

/** The name of a record in another system. Decision: V24. */
export const ExternalRef = builder.prismaObject('ExternalReference', {
  name: 'ExternalRef',
  select: {},
  description: 'The name that another system has for a record.',
  fields: (t) => ({
    source: t.exposeString('source'),
    value: t.exposeString('value'),
  }),
});

/** The kinds of records that have references, with the permission to see them. */
const kinds = {
  Order: 'orders.index',
  Product: 'products.show_hidden',
  Variant: 'variants.show_hidden',
  User: 'users.read',
} as const;

for (const [kind, permission] of Object.entries(kinds)) {
  const name = `${kind as keyof typeof kinds}.externalRefs` as const;
  // the four models have the same relation
  builder.prismaObjectField(kind as 'Order', 'externalRefs', (t) =>
    t.field({
      type: [ExternalRef],
      nullable: true,
      description: `Its names in other systems, by system. Null unless you hold \`${permission}\`.`,
      select: (_args, _context, nested) => ({
        externalRefs: nested({ orderBy: { source: 'asc' } }),
      }),
      resolve: ({ externalRefs }, _args, { viewer }) =>
        isShown(name, viewer, null) ? externalRefs : null,
    }),
  );
}
