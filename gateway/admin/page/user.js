import { announce, h, heading, textField } from './elements.js';
import { form } from './form.js';
import { showKeys } from './keys.js';
import { UpdateUser, User } from './operations.js';
import { showRoleChoice } from './role-choice.js';
import { ask } from './store.js';

/**
 * The edit screen of a user: details, roles, API keys.
 * @param {string} id
 * @param {{ id: number }} viewer who is signed in
 */
export async function userView(id, viewer) {
  const { user } = await ask(User, { id });
  const called = user.name ?? user.email ?? `User ${id}`;
  return [
    h('p', { class: 'back' }, h('a', { href: '#/users' }, 'Users')),
    heading(called),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'details' },
      h('h2', { id: 'details' }, 'Details'),
      await detailsForm(user),
    ),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'keys' },
      h('h2', { id: 'keys', tabindex: -1 }, 'API keys'),
      showKeys(user, viewer),
    ),
  ];
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
