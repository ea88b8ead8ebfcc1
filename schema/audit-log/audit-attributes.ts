import { attributeList, own } from '../search/attribute-list.ts';
import { word } from '../search/attributes.ts';

/** Attributes that audit log entries are searched by. Actions and subjects stay words: the log keeps what earlier
 * versions wrote. Decision: S20, N76. */
export const auditAttributes = attributeList('AuditEntry', {
  ...own('AuditEntry', 'id', 'createdAt', 'userId', 'apiKeyId', 'subjectId'),
  actor: word('actor'),
  action: word('action'),
  subjectType: word('subject_type', { fold: 'lower' }),
});
