import { h } from '/pages/h.js';
import { announce } from './notices.js';

/** @typedef {import('/pages/h.js').Attributes} Attributes */

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const spans = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** @type {readonly [Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * How long ago or ahead a time is; the time itself, by the clock of the reader, is its title.
 * @param {string} text
 */
export function time(text) {
  const at = new Date(text);
  const seconds = (at.getTime() - Date.now()) / 1_000;
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  const says = unit === 'second' ? 'just now' : spans.format(Math.trunc(seconds / length), unit);
  return h('time', { datetime: text, title: days.format(at) }, says);
}

/**
 * A text that is copied when it is pressed.
 * @param {string} text
 * @param {string} what it is
 */
export const copied = (text, what) =>
  h(
    'button',
    {
      type: 'button',
      class: 'copied',
      title: `Copy ${what}`,
      'aria-label': `Copy ${what} ${text}`,
      click: async () => {
        // no clipboard without HTTPS, or the reader said no
        const done = await navigator.clipboard?.writeText(text).then(
          () => true,
          () => false,
        );
        announce(done ? `Copied ${text}.` : `This browser does not let the page copy: ${text}`);
      },
    },
    text,
  );

/**
 * A link to GraphiQL with the query that a view is made of.
 * @param {string} query
 * @param {Record<string, unknown>} [variables]
 */
export function inGraphiQL(query, variables = {}) {
  const link = new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) });
  return h('a', { class: 'quiet-link', href: `/graphql#${link.toString()}` }, 'In GraphiQL');
}

/**
 * The first line of a view: what it is, and what can be done.
 * @param {string} title
 * @param {...(Node | null | false)} actions
 */
export const titleRow = (title, ...actions) =>
  h('div', { class: 'title' }, heading(title), h('p', { class: 'actions' }, ...actions));

/**
 * A part of a view under a heading.
 * @param {string} id
 * @param {string} title
 * @param {...(Node | string | null | false)} content
 */
export const card = (id, title, ...content) =>
  h(
    'section',
    { class: 'card', 'aria-labelledby': id },
    h('h2', { id, tabindex: -1 }, title),
    ...content,
  );

/**
 * A table with one row for each record.
 * @param {string} caption
 * @param {readonly string[]} titles
 * @param {readonly Node[]} rows
 */
export const table = (caption, titles, rows) =>
  h(
    'div',
    { class: 'table' },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, ...rows),
    ),
  );

/**
 * What to say, and to do, where there is nothing.
 * @param {string} says
 * @param {...(Node | null | false)} actions
 */
export const empty = (says, ...actions) =>
  h('div', { class: 'empty' }, h('p', {}, says), h('p', { class: 'actions' }, ...actions));

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

/** @param {string} text */
export const heading = (text) => h('h1', { tabindex: -1 }, text);
