import { attributeList, id, time, word } from '../search/attributes.ts';

/** Attributes that audit log entries are searched by. Actions and subjects stay words: the log keeps what earlier
 * versions wrote. Decision: S20, N76. */
export const auditAttributes = attributeList('AuditEntry', 'audit_entries', {
  id: id('id'),
  createdAt: time('created_at'),
  actor: word('actor'),
  userId: id('user_id', { nullable: true }),
  apiKeyId: id('api_key_id', { nullable: true }),
  action: word('action'),
  subjectType: word('subject_type', { fold: 'lower' }),
  subjectId: id('subject_id', { nullable: true }),
});
