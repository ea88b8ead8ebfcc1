import { attributeList, id, text } from '../search/attributes.ts';

/** What a user is searched by. Decision: S20 (L-user). */
export const userAttributes = attributeList('User', 'users', {
  id: id('id'),
  email: text('email', { fold: 'lower' }),
  name: text('name', { nullable: true }),
});
