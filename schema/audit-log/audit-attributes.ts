import { attributeList, id, state, time } from '../search/attributes.ts';

/** Attributes that audit log entries are searched by. Decision: S20, N79. */
export const auditAttributes = attributeList('AuditEntry', 'audit_entries', {
  id: id('id'),
  createdAt: time('created_at'),
  actor: state('actor'),
  userId: id('user_id', { nullable: true }),
  apiKeyId: id('api_key_id', { nullable: true }),
  action: state('action'),
  subjectType: state('subject_type', { fold: 'lower' }),
  subjectId: id('subject_id', { nullable: true }),
});
