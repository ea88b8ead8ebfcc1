import { h } from '/pages/h.js';
import { copied, empty, inGraphiQL, table, textField, time, titleRow } from './elements.js';
import { form } from './form.js';
import { leaveFor } from './notices.js';
import { CreateUser, Users } from './operations.js';
import { askForPage, pageLinks } from './pages.js';
import { showRoleChoice } from './role-choice.js';
import { ask } from './store.js';

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
      h('a', { class: 'button main', href: '#/users/new' }, 'New user'),
    ),
    h(
      'nav',
      { class: 'choices', 'aria-label': 'Which users' },
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
    users.nodes.length === 0 ? nobody(search, who) : userTable(users),
    pageLinks(users, (to) => addressOf({ page: String(to) })),
  ];
}

/**
 * @param {string} search
 * @param {string} who
 */
function nobody(search, who) {
  if (search !== '') {
    const elsewhere = who === 'all' ? null : allUsers(search);
    return empty(
      `Nobody matches “${search}” here. Search for a part of the name or e-mail.`,
      elsewhere,
    );
  }
  const create = h('a', { class: 'button', href: '#/users/new' }, 'Create a user');
  return empty(
    'There is nobody here yet. A user with a role is staff, one without is a customer.',
    create,
  );
}

/** @param {string} search */
const allUsers = (search) =>
  h(
    'a',
    { class: 'button', href: `#/users?${new URLSearchParams({ who: 'all', search }).toString()}` },
    'Search all users',
  );

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
    'form',
    { role: 'search', class: 'search', method: 'post', submit },
    h('label', { for: 'search' }, 'Name or e-mail'),
    input,
    h('button', { type: 'submit' }, 'Search'),
  );
}

/** @param {{ totalCount: number, nodes: User[] }} users */
const userTable = ({ totalCount, nodes }) =>
  table(
    totalCount === 1 ? '1 user' : `${totalCount} users`,
    ['User', 'Roles', 'Id', 'Created'],
    nodes.map(userRow),
  );

/** @param {User} user */
function userRow({ id, email, name, roles, createdAt, disabledAt }) {
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/users/${id}` }, name ?? email ?? `User ${id}`),
      disabledAt === null ? null : h('span', { class: 'mark leaving' }, 'disabled'),
      name === null ? null : h('span', { class: 'beside' }, email),
    ),
    h('td', { 'data-title': 'Roles' }, ...roleMarks(roles)),
    h('td', { 'data-title': 'Id' }, copied(String(id), 'id')),
    h('td', { 'data-title': 'Created' }, time(createdAt)),
  );
}

/** @param {User['roles']} roles */
function roleMarks(roles) {
  if (roles === null || roles.length === 0) return [h('span', { class: 'none' }, 'none')];
  return roles.map(({ id, name }) => h('a', { class: 'mark', href: `#/roles/${id}` }, name));
}

/** A form for somebody new. */
export async function newUserView() {
  const email = textField({ id: 'user-email', name: 'email', label: 'E-mail' }, { type: 'email' });
  const name = textField({ id: 'user-name', name: 'name', label: 'Name', hint: 'May be empty.' });
  const roles = await showRoleChoice([]);
  const submit = async () => {
    const input = { email: email.control.value, name: name.control.value || null };
    const { createUser } = await ask(CreateUser, { input: { ...input, roles: roles.chosen() } });
    leaveFor(`#/users/${createUser.id}`, 'User created. Generate a key below.');
  };
  return [
    h('p', { class: 'back' }, h('a', { href: '#/users' }, 'Users')),
    titleRow('New user'),
    h(
      'section',
      { class: 'card' },
      form({ label: 'Create user', submit }, email.element, name.element, roles.element),
    ),
  ];
}
