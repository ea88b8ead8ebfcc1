import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { everyRow, findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { auditAttributes } from './audit-attributes.ts';
import { AuditEntry } from './audit-entry.ts';

const auditSearch = searchable(auditAttributes);

const AuditEntryConnection = connectionOf(AuditEntry, 'audit log entries');

builder.queryFields((t) => ({
  auditLog: t.field({
    type: AuditEntryConnection,
    description:
      'Returns the audit log, newest first: which staff signed in to the pages, who changed users, roles, keys, settings, prices and stock counts, and what staff did to orders. You need `audit_log.read`.',
    args: listArguments(t.arg, auditSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'audit_log.read');
      return findPage(auditSearch, context, args, everyRow, [{ field: 'id', direction: 'DESC' }]);
    },
  }),
}));
