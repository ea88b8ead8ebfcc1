import { h } from './h.js';
import { signIn, SignInFailure } from './session.js';

/**
 * A card with the form to sign in.
 * @param {string} title
 * @param {string} [why] the reader has to sign in again
 */
export function signInCard(title, why) {
  const key = h('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'current-password',
    spellcheck: 'false',
    'aria-describedby': 'key-failure',
  });
  const failure = h('p.failure', { id: 'key-failure', role: 'alert' }, why ?? '');
  const button = h('button', { type: 'submit' }, 'Sign in');
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    failure.textContent = '';
    key.removeAttribute('aria-invalid');
    try {
      await signIn(key.value.trim());
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      failure.textContent = error.message;
      key.setAttribute('aria-invalid', 'true');
      key.select();
    } finally {
      button.disabled = false;
    }
  };
  return h(
    'section.sign-in',
    h('h1', { tabindex: -1 }, title),
    h('p', 'You stay signed in for 8 hours, on all pages of this store.'),
    h(
      'form',
      { novalidate: true, method: 'post', submit },
      h('label', { for: 'key' }, 'API key'),
      key,
      failure,
      button,
    ),
    h(
      'p.hint',
      'No key? The first start of the store prints one. Later an admin makes keys under Users.',
    ),
  );
}

/** Asks for the key in front of a page that can be read without. */
export function openSignIn() {
  const card = signInCard('Sign in');
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog.sign-in-dialog',
    { 'aria-label': 'Sign in' },
    card,
    h('button.close', { type: 'button', click: () => dialog.close() }, 'Cancel'),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input')?.focus();
}
