import { h } from '/pages/h.js';
import { announce } from './notices.js';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
// in numbers: 30 hours ago may be yesterday or the day before
const spans = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

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
  return h('time', { datetime: text, title: exactTime(text) }, says);
}

/**
 * A time by the clock of the reader.
 * @param {string} text
 */
export const exactTime = (text) => days.format(new Date(text));

/**
 * Whether a text was copied: there is no clipboard without HTTPS, and the reader may say no.
 * @param {string} text
 */
export const copy = (text) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );

/**
 * A text that is copied when it is pressed.
 * @param {string} text
 * @param {string} what it is
 */
export const copied = (text, what) =>
  h(
    'button.copied',
    {
      type: 'button',
      title: `Copy ${what}`,
      'aria-label': `Copy ${what} ${text}`,
      click: async () => {
        const done = await copy(text);
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
  return h('a.quiet-link', { href: `/graphql#${link.toString()}` }, 'In GraphiQL');
}

/**
 * The first line of a view: what it is, and what can be done.
 * @param {string} title
 * @param {...(Node | null | false)} actions
 */
export const titleRow = (title, ...actions) =>
  h('div.title', heading(title), h('p.actions', ...actions));

/**
 * A part of a view under a heading.
 * @param {string} id
 * @param {string} title
 * @param {...(Node | string | null | false)} content
 */
export const card = (id, title, ...content) =>
  h('section.card', { 'aria-labelledby': id }, h('h2', { id, tabindex: -1 }, title), ...content);

/**
 * What a user is called.
 * @param {{ id: string, name: string | null, email: string | null }} user
 */
export const nameOf = ({ id, name, email }) => name ?? email ?? `User ${id}`;

/**
 * A table with one row for each record. In a narrow window each cell shows the title of its column.
 * @param {string} caption
 * @param {readonly string[]} titles
 * @param {readonly HTMLTableRowElement[]} rows
 */
export function table(caption, titles, rows) {
  for (const { cells } of rows) {
    for (const cell of cells) cell.setAttribute('data-title', titles[cell.cellIndex] ?? '');
  }
  return h(
    'div.table',
    h(
      'table',
      h('caption', caption),
      h('thead', h('tr', ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', ...rows),
    ),
  );
}

/**
 * What to say, and to do, where there is nothing.
 * @param {string} says
 * @param {...(Node | null | false)} actions
 */
export const empty = (says, ...actions) => h('div.empty', h('p', says), h('p.actions', ...actions));

/** @param {string} text */
export const heading = (text) => h('h1', { tabindex: -1 }, text);
