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
      'Returns the audit log, newest first: who changed users, roles, keys, settings, prices, stock counts and locations, and names in other systems; of staff also sign-ins and sign-outs, what only `orders.override` writes, amounts of payments and costs of shipments set by hand, and events fired by a right of a role. You need `audit_log.read`.',
    args: listArguments(t.arg, auditSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'audit_log.read');
      return findPage(auditSearch, context, args, everyRow, [{ field: 'id', direction: 'DESC' }]);
    },
  }),
}));
