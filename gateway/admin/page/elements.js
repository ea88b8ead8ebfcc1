/** @typedef {Node | string | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | ((event: Event) => unknown)>} Attributes */

/**
 * Makes an element. Functions listen to the event of their name; what is null or false is left out.
 * Text is only ever set as text, so that no name of a user can become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A time in the words of the reader, by the clock of the reader.
 * @param {string} text
 */
export const time = (text) => h('time', { datetime: text }, days.format(new Date(text)));

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
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    hint === undefined ? null : h('p', { class: 'hint', id: `${id}-hint` }, hint),
    control,
    h('p', { class: 'error', id: `${id}-error`, 'data-error': name }),
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
 * Tells something that went well, also to who cannot see it.
 * @param {string} text
 */
export function announce(text) {
  const status = document.querySelector('#status');
  if (status) status.textContent = text;
}

/** What to tell once the next view is there. */
let pending = '';

/**
 * Goes to another view, and tells there what went well here.
 * @param {string} address
 * @param {string} text
 */
export function leaveFor(address, text) {
  pending = text;
  location.hash = address;
}

/** Tells what the former view left to tell, and takes away what was told before. */
export function announceArrival() {
  announce(pending);
  pending = '';
}

/** @param {string} text */
export const heading = (text) => h('h1', { tabindex: -1 }, text);
