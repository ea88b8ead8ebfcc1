import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { text, time } from '../search/attributes.ts';
import { isShownOfAll } from '../shown.ts';

/**
 * Attributes that users are searched by, in lists that may contain other users or their records. What the
 * caller may not see does not exist, because a search would reveal it letter by letter.
 * Decision: S20, A26, P68.
 */
export const userAttributes = attributeList(
  'User',
  {
    ...own('User', 'id'),
    email: text('email', { fold: 'lower', shownTo: isShownOfAll('User.email') }),
    name: text('name', { nullable: true, shownTo: isShownOfAll('User.name') }),
  },
  { externalRefs: externalRefsOf('User') },
);

/**
 * Attributes that users are searched by in their own lists, which programs follow by their times. REST, whose orders are
 * searched by their users, shows no times of users.
 * Decision: S20.
 */
export const userList = attributeList(
  'User',
  {
    ...userAttributes.attributes,
    ...own('User', 'createdAt', 'updatedAt'),
    disabledAt: time('disabled_at', { nullable: true, shownTo: isShownOfAll('User.disabledAt') }),
  },
  userAttributes.associations,
);
