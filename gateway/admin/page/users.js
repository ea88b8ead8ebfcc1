import { h } from '/pages/h.js';
import { copied, empty, inGraphiQL, nameOf, table, time, titleRow } from './elements.js';
import { Users } from './operations.js';
import { askForPage, pageLinks } from './pages.js';

/** @typedef {{ id: string, email: string | null, name: string | null, createdAt: string, disabledAt: string | null, roles: { id: string, name: string }[] | null }} User */

/** Which users are shown. */
const groups = [
  { name: 'Staff', who: 'staff', staff: true },
  { name: 'Customers', who: 'customers', staff: false },
  { name: 'All', who: 'all', staff: null },
];

/**
 * The users, by pages of twenty: those with a role, unless others are asked for.
 * @param {URLSearchParams} query of the address: `who`, `role`, `search`, `page`
 */
export async function usersView(query) {
  const { search = '', role = null, who = role ? 'all' : 'staff' } = Object.fromEntries(query);
  const group = groups.find((each) => each.who === who) ?? groups[0];
  const filter =
    search === '' ? null : { or: [{ email: { cont: search } }, { name: { cont: search } }] };
  const selection = { filter, staff: group?.staff ?? null, role };
  const { list: users, variables } = await askForPage(Users, selection, query.get('page'));
  const addressOf = (/** @type {Record<string, string>} */ parts) =>
    `#/users?${new URLSearchParams({ who, ...(role && { role }), ...(search && { search }), ...parts }).toString()}`;
  return [
    titleRow(
      'Users',
      inGraphiQL(Users, variables),
      h('a.button.main', { href: '#/users/new' }, 'New user'),
    ),
    h(
      'nav.choices',
      { 'aria-label': 'Which users' },
      ...groups.map((each) =>
        h(
          'a',
          { href: `#/users?who=${each.who}`, 'aria-current': each === group && !role && 'true' },
          each.name,
        ),
      ),
      role && h('a', { href: addressOf({}), 'aria-current': 'true' }, `With the role ${role}`),
    ),
    searchForm(search, (text) => addressOf({ search: text })),
    users.nodes.length === 0
      ? nobody(search, who)
      : table(
          users.totalCount === 1 ? '1 user' : `${users.totalCount} users`,
          ['User', 'Roles', 'Id', 'Created'],
          users.nodes.map(userRow),
        ),
    pageLinks(users, (to) => addressOf({ page: String(to) })),
  ];
}

/**
 * @param {string} search
 * @param {string} who
 */
function nobody(search, who) {
  if (search !== '') {
    const href = `#/users?${new URLSearchParams({ who: 'all', search }).toString()}`;
    return empty(
      `Nobody matches “${search}” here. Search for a part of the name or e-mail.`,
      who !== 'all' && h('a.button', { href }, 'Search all users'),
    );
  }
  return empty(
    'There is nobody here yet. A user with a role is staff, one without is a customer.',
    h('a.button', { href: '#/users/new' }, 'Create a user'),
  );
}

/**
 * @param {string} search
 * @param {(text: string) => string} addressOf
 */
function searchForm(search, addressOf) {
  const input = h('input', { id: 'search', type: 'search', value: search, autocomplete: 'off' });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    location.hash = addressOf(input.value.trim());
  };
  return h(
    'form.search',
    { role: 'search', method: 'post', submit },
    h('label', { for: 'search' }, 'Name or e-mail'),
    input,
    h('button', { type: 'submit' }, 'Search'),
  );
}

/** @param {User} user */
function userRow(user) {
  const { id, email, name, roles, createdAt, disabledAt } = user;
  return h(
    'tr',
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/users/${id}` }, nameOf(user)),
      disabledAt === null ? null : h('span.mark.leaving', 'disabled'),
      name === null ? null : h('span.beside', email),
    ),
    h('td', ...roleMarks(roles)),
    h('td', copied(String(id), 'id')),
    h('td', time(createdAt)),
  );
}

/** @param {User['roles']} roles */
function roleMarks(roles) {
  if (roles === null || roles.length === 0) return [h('span.none', 'none')];
  return roles.map(({ id, name }) => h('a.mark', { href: `#/roles/${id}` }, name));
}
