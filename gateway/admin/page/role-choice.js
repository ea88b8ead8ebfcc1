import { h } from '/pages/h.js';
import { tell } from './form.js';
import { Roles } from './operations.js';
import { summarize } from './permissions.js';
import { ask } from './store.js';

/** @typedef {{ id: string, name: string, builtIn: boolean, permissions: string[] }} Role */

/**
 * Boxes to tick, one for each role; those in `given` are ticked.
 * @param {readonly string[]} given names of roles
 * @returns {Promise<{ element: HTMLElement, chosen: () => string[] | null }>} `chosen` is null while
 *   the roles cannot be read, and then nothing is to be changed
 */
export async function showRoleChoice(given) {
  const { roles, trouble } = await readRoles();
  const boxes = roles.map((role) => ({ role, box: tickBox(role, given.includes(role.name)) }));
  const element = h(
    'fieldset',
    { 'aria-describedby': 'roles-error' },
    h('legend', {}, 'Roles'),
    h(
      'p',
      { class: 'hint' },
      'Without a role the user is a customer, who can read the catalogue and place orders.',
    ),
    trouble === null ? null : h('p', { class: 'notice' }, trouble),
    ...boxes.map(({ role, box }) => labelled(role, box)),
    h('p', { class: 'error', id: 'roles-error', 'data-error': 'roles' }),
  );
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ role }) => role.name);
  return { element, chosen: () => (trouble === null ? chosen() : null) };
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

/**
 * @param {Role} role
 * @param {boolean} checked
 */
const tickBox = ({ id }, checked) =>
  h('input', {
    type: 'checkbox',
    id: `role-${id}`,
    checked,
    'aria-describedby': `role-${id}-hint`,
  });

/**
 * @param {Role} role
 * @param {HTMLElement} box
 */
function labelled({ id, name, permissions }, box) {
  return h(
    'div',
    { class: 'tick' },
    box,
    h('label', { for: `role-${id}` }, name),
    h(
      'p',
      { class: 'hint', id: `role-${id}-hint` },
      summarize(permissions).join(' · ') || 'Nothing yet',
    ),
  );
}
