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
  let ifVersion = user.lockVersion;
  let held = rolesOf(user);
  const save = async (/** @type {UserInput} */ { roles, ...input }) => {
    const changed = roles !== null && !haveSame(roles, held) ? { roles } : {};
    const { updateUser } = await ask(UpdateUser, {
      id,
      input: { ...input, ...changed },
      ifVersion,
    });
    ifVersion = updateUser.user.lockVersion;
    held = roles ?? held;
    const title = document.querySelector('h1');
    if (title) title.textContent = input.name ?? input.email;
    announce('Saved.');
  };
  /** A version that is further ahead has changes of others, which the form does not show. */
  const noteOwn = (/** @type {number} */ version) => {
    if (version === ifVersion + 1) ifVersion = version;
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
    card('access', 'Access', showAccess(user, called, viewer, noteOwn)),
  );
}

/** @param {User | null} user */
const rolesOf = (user) => (user?.roles ?? []).map(({ name }) => name);

/**
 * Whether two lists have the same names, in any order.
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
const haveSame = (one, other) =>
  one.length === other.length && one.every((name) => other.includes(name));

/** @param {...Node} content */
const userPage = (...content) => [h('p.back', h('a', { href: '#/users' }, 'Users')), ...content];

/**
 * Whether the user's keys work at all, and the button that changes it.
 * @param {User} user
 * @param {string} called
 * @param {Person} viewer
 * @param {(version: number) => void} note is told the version of the user that an act has made
 */
function showAccess({ id, disabledAt }, called, viewer, note) {
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
      act: async () => note((await ask(DisableUser, { id })).disableUser.user.lockVersion),
      after: () => refresh('User disabled.'),
    });
  const askEnable = () =>
    confirmAct({
      title: `Enable ${called}?`,
      text: 'Keys that were not revoked work again.',
      label: 'Enable',
      kind: 'main',
      act: async () => note((await ask(EnableUser, { id })).enableUser.user.lockVersion),
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
  const roles = await showRoleChoice(rolesOf(user));
  const submit = () =>
    save({
      email: email.control.value,
      name: name.control.value || null,
      roles: roles.chosen(),
    });
  return form({ label, submit }, email.element, name.element, roles.element);
}
