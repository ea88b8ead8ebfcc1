import { h } from '/pages/h.js';
import { tell, tick, ticked } from './form.js';
import { Roles } from './operations.js';
import { summarize } from './permissions.js';
import { ask } from './store.js';

/** @typedef {{ id: string, name: string, builtIn: boolean, permissions: string[] }} Role */

/**
 * Boxes to tick, one for each role of the first 500 and of `given`; those in `given` are ticked.
 * @param {readonly string[]} given names of roles
 * @returns {Promise<{ element: HTMLElement, chosen: () => string[] | null }>} `chosen` is null
 *   while the roles cannot be read, and then nothing is to be changed
 */
export async function showRoleChoice(given) {
  const { roles, count, trouble } = await readRoles();
  const unlisted = given.filter((each) => roles.every(({ name }) => name !== each));
  const element = h(
    'fieldset',
    { 'aria-describedby': 'roles-error' },
    h('legend', 'Roles'),
    h(
      'p.hint',
      'Without a role the user is a customer, who can read the catalogue and place orders.',
    ),
    trouble === null ? null : h('p.notice', trouble),
    count > roles.length &&
      h('p.hint', `The first ${roles.length} of ${count} roles, and those the user has.`),
    ...(trouble === null ? unlisted : []).map((name) =>
      tick({ id: `role-named-${name}`, value: name, checked: true }, name, h('p.hint')),
    ),
    ...roles.map(({ id, name, permissions }) =>
      tick(
        { id: `role-${id}`, value: name, checked: given.includes(name) },
        name,
        h('p.hint', summarize(permissions).join(' · ') || 'Nothing yet'),
      ),
    ),
    h('p.error', { id: 'roles-error', 'data-error': 'roles' }),
  );
  const chosen = () => (trouble === null ? ticked(element) : null);
  return { element, chosen };
}

/** @returns {Promise<{ roles: Role[], count: number, trouble: string | null }>} */
async function readRoles() {
  try {
    const { roles } = await ask(Roles);
    return { roles: roles.nodes, count: roles.totalCount, trouble: null };
  } catch (error) {
    return { roles: [], count: 0, trouble: `The roles cannot be shown. ${tell(error)}` };
  }
}
