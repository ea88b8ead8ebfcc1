import { h } from '/pages/h.js';
import { tell, tick, ticked } from './form.js';
import { Roles } from './operations.js';
import { summarize } from './permissions.js';
import { ask } from './store.js';

/** @typedef {{ id: string, name: string, builtIn: boolean, permissions: string[] }} Role */

/**
 * Boxes to tick, one for each role; those in `given` are ticked.
 * @param {readonly string[]} given names of roles
 * @returns {Promise<{ element: HTMLElement, chosen: () => string[] | null }>} `chosen` has also those
 *   of `given` that are not listed; it is null while the roles cannot be read, and then nothing is to be changed
 */
export async function showRoleChoice(given) {
  const { roles, trouble } = await readRoles();
  const element = h(
    'fieldset',
    { 'aria-describedby': 'roles-error' },
    h('legend', 'Roles'),
    h(
      'p.hint',
      'Without a role the user is a customer, who can read the catalogue and place orders.',
    ),
    trouble === null ? null : h('p.notice', trouble),
    ...roles.map(({ id, name, permissions }) =>
      tick(
        { id: `role-${id}`, value: name, checked: given.includes(name) },
        name,
        h('p.hint', summarize(permissions).join(' · ') || 'Nothing yet'),
      ),
    ),
    h('p.error', { id: 'roles-error', 'data-error': 'roles' }),
  );
  const unlisted = given.filter((each) => roles.every(({ name }) => name !== each));
  const chosen = () => (trouble === null ? [...unlisted, ...ticked(element)] : null);
  return { element, chosen };
}

/** @returns {Promise<{ roles: Role[], trouble: string | null }>} */
async function readRoles() {
  try {
    const { roles } = await ask(Roles);
    return { roles: roles.nodes, trouble: null };
  } catch (error) {
    return { roles: [], trouble: `The roles cannot be shown. ${tell(error)}` };
  }
}
