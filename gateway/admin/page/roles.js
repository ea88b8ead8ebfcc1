import { h } from '/pages/h.js';
import { inGraphiQL, table, titleRow } from './elements.js';
import { Roles } from './operations.js';
import { summarize } from './permissions.js';
import { ask } from './store.js';

/** @typedef {import('./role-choice.js').Role} Role */

/** All roles and what they allow. */
export async function rolesView() {
  const { roles } = await ask(Roles);
  return [
    titleRow('Roles', inGraphiQL(Roles), h('a.button.main', { href: '#/roles/new' }, 'New role')),
    h(
      'p.hint',
      'Every user can read the catalogue and place orders. A role allows more. Built-in roles stay as they are; copy one to start from it.',
    ),
    table(
      roles.nodes.length === 1 ? '1 role' : `${roles.nodes.length} roles`,
      ['Role', 'Allows', 'Users'],
      roles.nodes.map(roleRow),
    ),
  ];
}

/** @param {Role} role */
function roleRow({ id, name, builtIn, permissions }) {
  const allows = summarize(permissions);
  return h(
    'tr',
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/roles/${id}` }, name),
      builtIn && h('span.beside', 'built in'),
    ),
    h(
      'td',
      ...(allows.length === 0 ? [h('span.none', 'nothing yet')] : []),
      ...allows.map((each) => h('span.allows', each)),
    ),
    h('td', h('a', { href: usersOf(name) }, 'Who has it', h('span.unseen', `: ${name}`))),
  );
}

/**
 * Where the users are listed who have a role.
 * @param {string} name
 */
export const usersOf = (name) => `#/users?${new URLSearchParams({ role: name }).toString()}`;
