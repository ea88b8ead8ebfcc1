import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { isShownOfAll } from '../shown.ts';
import { attributeList, id, text } from '../search/attributes.ts';

/**
 * Attributes that users are searched by, in lists that may contain other users or their records. What the
 * caller may not see does not exist, because a search would reveal it letter by letter.
 * Decision: S20, A26, P68.
 */
export const userAttributes = attributeList(
  'User',
  'users',
  {
    id: id('id'),
    email: text('email', {
      fold: 'lower',
      shownTo: (viewer, order) => isShownOfAll('User.email', viewer, order),
    }),
    name: text('name', {
      nullable: true,
      shownTo: (viewer, order) => isShownOfAll('User.name', viewer, order),
    }),
  },
  { externalRefs: externalRefsOf('User') },
);
