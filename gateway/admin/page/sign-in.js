import { h, heading, textField } from './elements.js';
import { form } from './form.js';
import { Users, Viewer } from './operations.js';
import { ask, Failure, takeKey } from './store.js';

/** @typedef {{ id: number, email: string, name: string | null }} Person */

/**
 * Asks for a key. Whether it may manage users is for the store to say: the page asks for users.
 * @param {HTMLElement} main
 * @param {(viewer: Person) => void} onSignedIn
 * @param {string} [why] the reader has to sign in again
 */
export function showSignIn(main, onSignedIn, why) {
  const { element, control } = textField(
    { id: 'key', name: 'key', label: 'API key' },
    { type: 'password', autocomplete: 'current-password', spellcheck: 'false' },
  );
  const submit = async () => {
    takeKey(control.value.trim());
    const viewer = await whoIsAllowed();
    control.value = '';
    onSignedIn(viewer);
  };
  main.replaceChildren(
    h(
      'section',
      { class: 'card narrow' },
      heading('Online store admin'),
      why === undefined ? null : h('p', { class: 'notice', role: 'alert' }, why),
      h('p', {}, 'Sign in with the API key of an admin.'),
      form({ label: 'Sign in', submit }, element),
      h(
        'p',
        { class: 'hint' },
        'The key stays in the memory of this page. Reloading or closing the page forgets it.',
      ),
    ),
  );
  control.focus();
}

/** @returns {Promise<Person>} */
async function whoIsAllowed() {
  try {
    const { viewer } = await ask(Viewer);
    await requireUsers(viewer);
    return viewer;
  } catch (error) {
    takeKey('');
    throw error;
  }
}

/** @param {Person} viewer */
async function requireUsers({ name, email }) {
  try {
    await ask(Users);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error;
    const person = name === null ? email : `${name} (${email})`;
    throw new Failure(
      error.code,
      `This key is good, but ${person} may not manage users. Sign in with the key of an admin.`,
    );
  }
}
