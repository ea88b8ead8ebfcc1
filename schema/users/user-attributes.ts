import { isShownOfAll } from '../shown.ts';
import { attributeList, id, text } from '../search/attributes.ts';

/** What a user is searched by. Decision: S20 (L-user). */
export const userAttributes = attributeList('User', 'users', {
  id: id('id'),
  email: text('email', { fold: 'lower' }),
  name: text('name', { nullable: true }),
});

/**
 * What a user is searched by in lists that may hold other users, or records of theirs: what the caller
 * may not see does not exist, because a search would tell it letter by letter. Decision: S20, A26, P68.
 */
export const shownUserAttributes = attributeList('User', 'users', {
  ...userAttributes.attributes,
  email: text('email', { fold: 'lower', shownTo: (viewer) => isShownOfAll('User.email', viewer) }),
  name: text('name', { nullable: true, shownTo: (viewer) => isShownOfAll('User.name', viewer) }),
});
