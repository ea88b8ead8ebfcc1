import { h, heading, leaveFor, textField, time } from './elements.js';
import { form } from './form.js';
import { CreateUser, Users } from './operations.js';
import { showRoleChoice } from './role-choice.js';
import { ask } from './store.js';

/** @typedef {{ id: number, email: string | null, name: string | null, createdAt: string, roles: { name: string }[] | null }} User */

/**
 * The users, by pages of twenty.
 * @param {URLSearchParams} query of the address: `search`, `page`
 */
export async function usersView(query) {
  const search = query.get('search') ?? '';
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const filter =
    search === '' ? null : { or: [{ email: { cont: search } }, { name: { cont: search } }] };
  const { users } = await ask(Users, { filter, page });
  return [
    h(
      'div',
      { class: 'title' },
      heading('Users'),
      h('a', { class: 'button main', href: '#/users/new' }, 'New user'),
    ),
    searchForm(search),
    users.nodes.length === 0
      ? h(
          'p',
          { class: 'empty' },
          search === '' ? 'There are no users.' : `Nobody matches “${search}”.`,
        )
      : userTable(users),
    pageLinks(search, page, users.pages),
  ];
}

/** @param {string} search */
function searchForm(search) {
  const input = h('input', { id: 'search', type: 'search', value: search, autocomplete: 'off' });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    location.hash = addressOf(input.value.trim(), 1);
  };
  return h(
    'form',
    { role: 'search', class: 'search', method: 'post', submit },
    h('label', { for: 'search' }, 'Name or e-mail'),
    input,
    h('button', { type: 'submit' }, 'Search'),
  );
}

/**
 * @param {string} search
 * @param {number} page
 */
function addressOf(search, page) {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? '#/users' : `#/users?${query.toString()}`;
}

/** @param {{ totalCount: number, nodes: User[] }} users */
function userTable({ totalCount, nodes }) {
  const head = ['User', 'Roles', 'Since'].map((title) => h('th', { scope: 'col' }, title));
  return h(
    'div',
    { class: 'table' },
    h(
      'table',
      {},
      h('caption', {}, totalCount === 1 ? '1 user' : `${totalCount} users`),
      h('thead', {}, h('tr', {}, ...head)),
      h('tbody', {}, ...nodes.map(userRow)),
    ),
  );
}

/** @param {User} user */
function userRow({ id, email, name, roles, createdAt }) {
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/users/${id}` }, name ?? email ?? `User ${id}`),
      name === null ? null : h('span', { class: 'beside' }, email),
    ),
    h('td', { 'data-title': 'Roles' }, ...roleMarks(roles)),
    h('td', { 'data-title': 'Since' }, time(createdAt)),
  );
}

/** @param {User['roles']} roles */
function roleMarks(roles) {
  if (roles === null || roles.length === 0) return [h('span', { class: 'none' }, 'none')];
  return roles.map(({ name }) => h('span', { class: 'mark' }, name));
}

/**
 * @param {string} search
 * @param {number} page
 * @param {number} pages
 */
function pageLinks(search, page, pages) {
  if (pages <= 1) return null;
  /** @type {(text: string, to: number) => Node} */
  const link = (text, to) =>
    to < 1 || to > pages
      ? h('span', { class: 'button off', 'aria-disabled': 'true' }, text)
      : h('a', { class: 'button', href: addressOf(search, to) }, text);
  return h(
    'nav',
    { class: 'pages', 'aria-label': 'Pages' },
    link('Previous', page - 1),
    h('span', {}, `Page ${page} of ${pages}`),
    link('Next', page + 1),
  );
}

/** A form for somebody new. */
export async function newUserView() {
  const email = textField({ id: 'user-email', name: 'email', label: 'E-mail' }, { type: 'email' });
  const name = textField({ id: 'user-name', name: 'name', label: 'Name', hint: 'May be empty.' });
  const roles = await showRoleChoice([]);
  const submit = async () => {
    const input = { email: email.control.value, name: name.control.value || null };
    const { createUser } = await ask(CreateUser, { input: { ...input, roles: roles.chosen() } });
    leaveFor(`#/users/${createUser.id}`, 'The user is made. A key can be generated below.');
  };
  return [
    h('p', { class: 'back' }, h('a', { href: '#/users' }, 'Users')),
    heading('New user'),
    h(
      'section',
      { class: 'card' },
      form({ label: 'Create user', submit }, email.element, name.element, roles.element),
    ),
  ];
}
