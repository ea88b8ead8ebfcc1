import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { everyRow, findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import { auditAttributes } from './audit-attributes.ts';
import { AuditEntry } from './audit-entry.ts';

const auditSearch = searchable(auditAttributes);

const AuditEntryPage = builder.objectRef<Page>('AuditEntryPage').implement({
  description: 'A page of the audit log.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [AuditEntry],
      description: 'The records of this page, in sort order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.auditEntry.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

builder.queryFields((t) => ({
  auditLog: t.field({
    type: AuditEntryPage,
    description:
      'Returns the audit log, newest first: who signed in to the pages, changed users, roles, keys, settings, prices and stock counts, and what staff did to orders. You need `audit_log.read`.',
    args: pageArguments(t.arg, auditSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'audit_log.read');
      return findPage(auditSearch, context, args, everyRow, [{ field: 'id', direction: 'DESC' }]);
    },
  }),
}));
