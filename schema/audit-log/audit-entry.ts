import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import type { AuditChanges } from '../domain/audit.ts';
import { isShown } from '../shown.ts';

interface Change {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

const AuditChange = builder.objectRef<Change>('AuditChange').implement({
  description: 'A changed value.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the value, such as `roles`.' }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'Previous value as text; null if there was none.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'New value as text; null if there is none.',
    }),
  }),
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'createdAt', 'actor', 'userId', 'apiKeyId', 'address', 'action'),
    ...columns(t, 'subjectType', 'subjectId'),
    changes: t.field({
      type: [AuditChange],
      description:
        'The changed values, without `costPrice` for callers to whom variants do not show it. Keys, tokens and payment data are never included.',
      select: { changes: true },
      resolve: ({ changes }, _args, { viewer }) =>
        // only `recordEntries` writes it
        Object.entries(changes as unknown as AuditChanges)
          .filter(([name]) => name !== 'costPrice' || isShown('Variant.costPrice', viewer, null))
          .map(([name, [from, to]]) => ({ name, from, to })),
    }),
  }),
});
