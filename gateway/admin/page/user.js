import { h } from '/pages/h.js';
import { confirmAct } from './dialogs.js';
import { card, copied, inGraphiQL, textField, time, titleRow } from './elements.js';
import { form } from './form.js';
import { showKeys } from './keys.js';
import { announce } from './notices.js';
import { DisableUser, EnableUser, UpdateUser, User } from './operations.js';
import { showRoleChoice } from './role-choice.js';
import { ask } from './store.js';

/**
 * The edit screen of a user: details, roles, API keys, disabling.
 * @param {string} id
 * @param {import('/pages/session.js').Person} viewer who is signed in
 */
export async function userView(id, viewer) {
  const { user } = await ask(User, { id });
  const called = user.name ?? user.email ?? `User ${id}`;
  return [
    h('p', { class: 'back' }, h('a', { href: '#/users' }, 'Users')),
    titleRow(called, inGraphiQL(User, { id })),
    h(
      'p',
      { class: 'facts' },
      h('span', {}, 'Id ', copied(String(id), 'id')),
      h('span', {}, 'Created ', time(user.createdAt)),
      user.id === viewer.id && h('span', {}, 'This is you'),
    ),
    card('keys', 'API keys', showKeys(user, viewer)),
    card('details', 'Details and roles', await detailsForm(user)),
    card('access', 'Access', showAccess(user, called, viewer)),
  ];
}

/**
 * Whether the user's keys work at all, and the button that changes it.
 * @param {import('./users.js').User} user
 * @param {string} called
 * @param {import('/pages/session.js').Person} viewer
 */
function showAccess({ id, disabledAt }, called, viewer) {
  const place = h('div');
  /** @param {string} says what went well */
  const refresh = async (says) => {
    announce(says);
    const { user } = await ask(User, { id });
    show(user.disabledAt);
    document.getElementById('access')?.focus();
  };
  /** @param {string | null} since */
  const show = (since) => {
    const says =
      since === null
        ? 'Enabled: the keys work. Disabling stops them and ends all sessions; orders stay.'
        : h('span', {}, 'Disabled ', time(since), ': no key works.');
    const button =
      since === null
        ? h('button', { type: 'button', class: 'danger', click: askDisable }, 'Disable user')
        : h('button', { type: 'button', click: askEnable }, 'Enable user');
    place.replaceChildren(h('p', {}, says), h('p', { class: 'actions' }, button));
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

/** @param {import('./users.js').User} user */
async function detailsForm(user) {
  const email = textField(
    { id: 'user-email', name: 'email', label: 'E-mail' },
    { type: 'email', value: user.email ?? '' },
  );
  const name = textField(
    { id: 'user-name', name: 'name', label: 'Name', hint: 'May be empty.' },
    { value: user.name ?? '' },
  );
  const roles = await showRoleChoice((user.roles ?? []).map((role) => role.name));
  const submit = async () => {
    const chosen = roles.chosen();
    const input = {
      email: email.control.value,
      name: name.control.value || null,
      ...(chosen !== null && { roles: chosen }),
    };
    await ask(UpdateUser, { id: user.id, input });
    const title = document.querySelector('h1');
    if (title) title.textContent = input.name ?? input.email;
    announce('Saved.');
  };
  return form({ label: 'Save', submit }, email.element, name.element, roles.element);
}
