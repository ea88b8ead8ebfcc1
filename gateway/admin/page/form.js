import { h } from '/pages/h.js';

import { Failure } from './store.js';

/** @typedef {import('/pages/h.js').Attributes} Attributes */

/** @type {Readonly<Record<string, string>>} */
const labels = {
  email: 'E-mail',
  name: 'Name',
  roles: 'A role',
  permissions: 'A permission',
  overlapSeconds: 'The end of the old key',
};

/**
 * A form that tells its failures: each at its field, the rest above the button, and the focus goes
 * to the first. It cannot be sent again while it is under way.
 * @param {{ label: string, submit: () => Promise<void> }} parts
 * @param {...(Node | null)} children
 */
export function form({ label, submit }, ...children) {
  const button = h('button', { type: 'submit', class: 'main' }, label);
  const general = h('p.error', { role: 'alert' });
  const element = h(
    'form',
    { novalidate: true, method: 'post', submit: (event) => void send(event) },
    ...children,
    general,
    h('p.actions', button),
  );
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    clear(element, general);
    button.disabled = true;
    try {
      await submit();
    } catch (error) {
      show(element, general, error);
    } finally {
      button.disabled = false;
    }
  };
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} general
 */
function clear(element, general) {
  general.textContent = '';
  for (const place of element.querySelectorAll('[data-error]')) place.textContent = '';
  for (const field of element.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
  }
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} general
 * @param {unknown} error
 */
function show(element, general, error) {
  if (!(error instanceof Failure)) throw error;
  const left = Object.entries(error.fields).filter(([name, messages]) => {
    const place = element.querySelector(`[data-error="${CSS.escape(name)}"]`);
    const field = element.querySelector(`[data-field="${CSS.escape(name)}"]`);
    if (place) place.textContent = sentence(name, messages);
    field?.setAttribute('aria-invalid', 'true');
    return !place;
  });
  const told = left.map(([name, messages]) => sentence(name, messages));
  if (Object.keys(error.fields).length === 0) told.push(error.message);
  general.textContent = told.join(' ');
  const invalid = element.querySelector('[aria-invalid]');
  if (invalid instanceof HTMLElement) invalid.focus();
}

/**
 * @param {string} name
 * @param {readonly string[]} messages
 */
function sentence(name, messages) {
  const text = messages.join(', ');
  return name === 'base' ? text : `${labels[name] ?? name} ${text}.`;
}

/**
 * What to tell of a failure outside a form.
 * @param {unknown} error
 */
export function tell(error) {
  if (!(error instanceof Failure)) throw error;
  const told = Object.entries(error.fields).map(([name, messages]) => sentence(name, messages));
  return told.length > 0 ? told.join(' ') : error.message;
}

/**
 * @typedef {object} FieldParts
 * @property {string} id unique in the page
 * @property {string} name as failures call the field
 * @property {string} label
 * @property {string} [hint]
 */

/**
 * A labelled input or select with its hint, and room for what is wrong with it. It has no `name`, so
 * that no browser could ever submit it by itself.
 * @template {HTMLElement} Control
 * @param {FieldParts} parts
 * @param {(attributes: Attributes) => Control} make
 */
export function field({ id, name, label, hint }, make) {
  const hintId = hint === undefined ? [] : [`${id}-hint`];
  const described = [...hintId, `${id}-error`].join(' ');
  const control = make({ id, 'data-field': name, 'aria-describedby': described });
  const element = h(
    'div.field',
    h('label', { for: id }, label),
    hint === undefined ? null : h('p.hint', { id: `${id}-hint` }, hint),
    control,
    h('p.error', { id: `${id}-error`, 'data-error': name }),
  );
  return { element, control };
}

/**
 * @param {FieldParts} parts
 * @param {Attributes} [attributes]
 */
export const textField = (parts, attributes = {}) =>
  field(parts, (own) => h('input', { type: 'text', autocomplete: 'off', ...own, ...attributes }));

/**
 * A box to tick and its label, and what says more of it.
 * @param {{ id: string, value: string, checked: boolean, change?: () => void }} box
 * @param {string} label
 * @param {HTMLElement} more
 */
export function tick({ id, change, ...box }, label, more) {
  more.id = `${id}-more`;
  const described = { 'aria-describedby': more.id, ...(change && { change }) };
  const input = h('input', { type: 'checkbox', id, ...box, ...described });
  return h('div.tick', input, h('label', { for: id }, label), more);
}

/**
 * What is ticked inside an element.
 * @param {HTMLElement} element
 */
export const ticked = (element) =>
  [...element.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);
