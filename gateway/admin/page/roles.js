import { h } from '/pages/h.js';
import { inGraphiQL, table, titleRow } from './elements.js';
import { Roles } from './operations.js';
import { askForPage, pageLinks } from './pages.js';
import { summarize } from './permissions.js';

/** @typedef {import('./role-choice.js').Role} Role */

/**
 * The roles and what they allow, by pages of 500.
 * @param {URLSearchParams} query of the address: `page`
 */
export async function rolesView(query) {
  const { list: roles, variables } = await askForPage(Roles, {}, query.get('page'));
  return [
    titleRow(
      'Roles',
      inGraphiQL(Roles, variables),
      h('a.button.main', { href: '#/roles/new' }, 'New role'),
    ),
    h(
      'p.hint',
      'Every user can read the catalogue and place orders. A role allows more. Built-in roles stay as they are; copy one to start from it.',
    ),
    table(
      roles.totalCount === 1 ? '1 role' : `${roles.totalCount} roles`,
      ['Role', 'Allows', 'Users'],
      roles.nodes.map(roleRow),
    ),
    pageLinks(roles, (to) => `#/roles?page=${to}`),
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
