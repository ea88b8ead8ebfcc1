import { h } from '/pages/h.js';
import { showHeader } from '/pages/header.js';
import { recallSession, watchSession } from '/pages/session.js';
import { signInCard } from '/pages/sign-in.js';
import { auditView } from './audit.js';
import { heading } from './elements.js';
import { tell } from './form.js';
import { announce, announceArrival } from './notices.js';
import { newRoleView, roleView } from './role.js';
import { rolesView } from './roles.js';
import { lacksRight } from './store.js';
import { newUserView, userView } from './user.js';
import { usersView } from './users.js';

/** @typedef {import('/pages/session.js').Person} Person */

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page lacks #${id}.`);
  return found;
}

const main = element('main');
const sections = element('sections');

/** @type {Person | null} */
let viewer = null;

/** What the navigation leads to. */
const places = [
  { name: 'Users', address: '#/users' },
  { name: 'Roles', address: '#/roles' },
  { name: 'Audit log', address: '#/audit' },
];

/**
 * What stands at an address behind the `#`. The first that matches counts.
 * @type {readonly [RegExp, (parts: string[], query: URLSearchParams, viewer: Person) => Promise<(Node | null)[]>][]}
 */
const views = [
  [/^\/users\/new$/, () => newUserView()],
  [/^\/users\/(\d+)$/, ([id = ''], _query, person) => userView(id, person)],
  [/^\/roles\/new$/, (_parts, query, person) => newRoleView(query, person)],
  [/^\/roles\/(\d+)$/, ([id = ''], _query, person) => roleView(id, person, showView)],
  [/^\/roles$/, (_parts, query) => rolesView(query)],
  [/^\/audit$/, (_parts, query) => auditView(query)],
  [/^/, (_parts, query) => usersView(query)],
];

/** Counts the views shown, so that a slow one does not take the place of a later one. */
let turn = 0;

async function showView() {
  if (viewer === null) return;
  turn += 1;
  const mine = turn;
  const [path = '', search = ''] = location.hash.slice(1).split('?');
  main.setAttribute('aria-busy', 'true');
  const content = await contentOf(path, new URLSearchParams(search), viewer);
  if (mine !== turn) return;
  main.removeAttribute('aria-busy');
  main.replaceChildren(...content.filter((part) => part !== null));
  markPlace(path);
  const title = main.querySelector('h1');
  document.title = `${title?.textContent ?? ''} · Online store admin`;
  title?.focus();
}

/**
 * @param {string} path
 * @param {URLSearchParams} query
 * @param {Person} person
 */
async function contentOf(path, query, person) {
  for (const [pattern, view] of views) {
    const found = pattern.exec(path);
    if (!found) continue;
    try {
      return await view(found.slice(1), query, person);
    } catch (error) {
      const says = lacksRight(error) ? notAllowed(person) : tell(error);
      return [heading('Not shown'), h('p.notice', { role: 'alert' }, says)];
    }
  }
  return [];
}

/** @param {Person} person */
function notAllowed({ name, email }) {
  const called = name === null ? email : `${name} (${email})`;
  return `You are signed in as ${called}, who may not see this. Sign in with the key of an admin.`;
}

/** @param {string} path */
function markPlace(path) {
  const here = places.find(({ address }) => `#${path}`.startsWith(address)) ?? places[0];
  sections.replaceChildren(
    ...places.map((place) =>
      h('a', { href: place.address, 'aria-current': place === here && 'page' }, place.name),
    ),
  );
}

/** @param {string} [why] the reader has to sign in again */
function askForKey(why) {
  turn += 1;
  announce('');
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  document.title = 'Online store admin';
  main.removeAttribute('aria-busy');
  main.replaceChildren(signInCard('Online store admin', why));
  document.getElementById('key')?.focus();
}

// as an address it would lead to another view
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
showHeader({ asksItself: true });
watchSession((person, why) => {
  const former = viewer;
  viewer = person;
  sections.hidden = person === null;
  if (person === null) {
    // who types a key already is not to be disturbed
    if (former !== null || !document.getElementById('key')) askForKey(why);
  } else if (former?.id !== person.id) void showView();
});
window.addEventListener('hashchange', () => {
  announceArrival();
  void showView();
});
// a page that comes back from the browser's memory may have been signed out meanwhile
window.addEventListener('pageshow', (event) => {
  if (event.persisted) void recallSession();
});
await recallSession();
