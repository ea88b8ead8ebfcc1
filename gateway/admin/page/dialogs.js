import { h } from '/pages/h.js';
import { copy } from './elements.js';
import { tell } from './form.js';
import { announce } from './notices.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {string} label of the button that says yes
 * @property {'main' | 'danger'} kind of that button; what is dangerous is not a single key press away
 * @property {() => Promise<unknown>} act
 * @property {() => Promise<void>} after what follows when the act went well and the dialog is gone
 */

/**
 * Asks before something that counts. The act runs while the dialog is open, so that
 * its failure is told there.
 * @param {Question} question
 * @param {...Node} fields
 */
export function confirmAct({ title, text, label, kind, act, after }, ...fields) {
  const failure = h('p.error', { role: 'alert' });
  const yes = h('button', { type: 'submit', class: kind }, label);
  const no = h('button.quiet', { type: 'button', click: () => dialog.close() }, 'Cancel');
  const form = h(
    'form',
    { method: 'dialog', submit: (event) => void run(event) },
    h('h2', { id: 'dialog-title' }, title),
    h('p', text),
    ...fields,
    failure,
    h('p.actions', yes, no),
  );
  const dialog = open(form);
  /** @param {Event} event */
  const run = async (event) => {
    event.preventDefault();
    yes.disabled = true;
    try {
      await act();
    } catch (error) {
      failure.textContent = tell(error);
      yes.disabled = false;
      return;
    }
    dialog.close();
    await after().catch((/** @type {unknown} */ error) => announce(tell(error)));
  };
  if (kind === 'danger') no.focus();
}

/**
 * Shows a key that was just made. It is told only here, so the dialog closes by its button alone.
 * @param {string} key
 * @param {string} owner
 * @param {Promise<string>} [trouble] what failed beside, once that is known; empty if nothing did
 * @returns {Promise<void>} once the reader has closed it
 */
export function showKey(key, owner, trouble = Promise.resolve('')) {
  const field = h('input', {
    id: 'made-key',
    type: 'text',
    readonly: true,
    value: key,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  field.addEventListener('focus', () => field.select());
  const copied = h('p.hint', { role: 'status' });
  const copyKey = async () => {
    const done = await copy(key);
    if (!done) field.focus();
    copied.textContent = done ? 'Copied.' : 'Press Ctrl+C to copy.';
  };
  const failure = h('p.error', { role: 'alert' });
  void trouble.then((text) => {
    failure.textContent = text;
  });
  const content = h(
    'div',
    h('h2', { id: 'dialog-title' }, 'The new key'),
    h('p', `The API key of ${owner}. Copy it now: it is shown only once.`),
    h('label', { for: 'made-key' }, 'API key'),
    h('div.copy', field, h('button.main', { type: 'button', click: () => void copyKey() }, 'Copy')),
    copied,
    failure,
    h(
      'p.actions',
      h('button', { type: 'button', click: () => dialog.close() }, 'I have stored it'),
    ),
  );
  const dialog = open(content);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  // a browser lets the second Escape through
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.preventDefault();
  });
  field.focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve());
  });
}

/** @param {Node} content */
function open(content) {
  const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' }, content);
  // what it showed must not stay in the page
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
