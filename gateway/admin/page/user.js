import { h } from '/pages/h.js';
import { confirmAct } from './dialogs.js';
import { card, copied, inGraphiQL, nameOf, time, titleRow } from './elements.js';
import { form, textField } from './form.js';
import { showKeys } from './keys.js';
import { announce, leaveFor } from './notices.js';
import {
  CreateUser,
  DisableUser,
  EnableUser,
  UpdateUser,
  User as UserQuery,
} from './operations.js';
import { showRoleChoice } from './role-choice.js';
import { ask } from './store.js';

/** @typedef {import('./users.js').User} User */
/** @typedef {import('/pages/session.js').Person} Person */
/** @typedef {{ email: string, name: string | null, roles: string[] | null }} UserInput `roles` is null while they cannot be read */

/** A form for somebody new. */
export async function newUserView() {
  const save = async (/** @type {UserInput} */ input) => {
    const { createUser } = await ask(CreateUser, { input });
    leaveFor(`#/users/${createUser.id}`, 'User created. Generate a key below.');
  };
  return userPage(
    titleRow('New user'),
    h('section.card', await userForm('Create user', null, save)),
  );
}

/**
 * The edit screen of a user: details, roles, API keys, disabling.
 * @param {string} id
 * @param {Person} viewer who is signed in
 */
export async function userView(id, viewer) {
  const { user } = await ask(UserQuery, { id });
  const called = nameOf(user);
  const save = async (/** @type {UserInput} */ { roles, ...input }) => {
    await ask(UpdateUser, { id, input: { ...input, ...(roles !== null && { roles }) } });
    const title = document.querySelector('h1');
    if (title) title.textContent = input.name ?? input.email;
    announce('Saved.');
  };
  return userPage(
    titleRow(called, inGraphiQL(UserQuery, { id })),
    h(
      'p.facts',
      h('span', 'Id ', copied(String(id), 'id')),
      h('span', 'Created ', time(user.createdAt)),
      user.id === viewer.id && h('span', 'This is you'),
    ),
    card('keys', 'API keys', showKeys(user, viewer)),
    card('details', 'Details and roles', await userForm('Save', user, save)),
    card('access', 'Access', showAccess(user, called, viewer)),
  );
}

/** @param {...Node} content */
const userPage = (...content) => [h('p.back', h('a', { href: '#/users' }, 'Users')), ...content];

/**
 * Whether the user's keys work at all, and the button that changes it.
 * @param {User} user
 * @param {string} called
 * @param {Person} viewer
 */
function showAccess({ id, disabledAt }, called, viewer) {
  const place = h('div');
  /** @param {string} says what went well */
  const refresh = async (says) => {
    announce(says);
    const { user } = await ask(UserQuery, { id });
    show(user.disabledAt);
    document.getElementById('access')?.focus();
  };
  /** @param {string | null} since */
  const show = (since) => {
    const says =
      since === null
        ? 'Enabled: the keys work. Disabling stops them and ends all sessions; orders stay.'
        : h('span', 'Disabled ', time(since), ': no key works.');
    const button =
      since === null
        ? h('button.danger', { type: 'button', click: askDisable }, 'Disable user')
        : h('button', { type: 'button', click: askEnable }, 'Enable user');
    place.replaceChildren(h('p', says), h('p.actions', button));
  };
  const askDisable = () =>
    confirmAct({
      title: `Disable ${called}?`,
      text:
        id === viewer.id
          ? 'This is you: you are signed out at once, and another admin has to enable you again.'
          : 'All keys stop working within a second, until the user is enabled again.',
      label: 'Disable',
      kind: 'danger',
      act: () => ask(DisableUser, { id }),
      after: () => refresh('User disabled.'),
    });
  const askEnable = () =>
    confirmAct({
      title: `Enable ${called}?`,
      text: 'Keys that were not revoked work again.',
      label: 'Enable',
      kind: 'main',
      act: () => ask(EnableUser, { id }),
      after: () => refresh('User enabled.'),
    });
  show(disabledAt);
  return place;
}

/**
 * @param {string} label
 * @param {User | null} user
 * @param {(input: UserInput) => Promise<void>} save
 */
async function userForm(label, user, save) {
  const email = textField(
    { id: 'user-email', name: 'email', label: 'E-mail' },
    { type: 'email', value: user?.email ?? '' },
  );
  const name = textField(
    { id: 'user-name', name: 'name', label: 'Name', hint: 'May be empty.' },
    { value: user?.name ?? '' },
  );
  const roles = await showRoleChoice((user?.roles ?? []).map((role) => role.name));
  const submit = () =>
    save({
      email: email.control.value,
      name: name.control.value || null,
      roles: roles.chosen(),
    });
  return form({ label, submit }, email.element, name.element, roles.element);
}
