import { attributeList, own } from '../search/attribute-list.ts';
import { word } from '../search/attributes.ts';

/** Actions and subjects stay words: the log keeps what earlier versions wrote. */
export const auditAttributes = attributeList('AuditEntry', {
  ...own('AuditEntry', 'id', 'createdAt', 'userId', 'apiKeyId', 'subjectId'),
  actor: word('actor'),
  action: word('action'),
  subjectType: word('subject_type', { fold: 'lower' }),
});
