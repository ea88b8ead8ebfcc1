import { announce, announceArrival, h, heading } from './elements.js';
import { tell } from './form.js';
import { newRoleView, rolesView, roleView } from './roles.js';
import { showSignIn } from './sign-in.js';
import { takeKey } from './store.js';
import { userView } from './user.js';
import { newUserView, usersView } from './users.js';

/** @typedef {import('./sign-in.js').Person} Person */

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page lacks #${id}.`);
  return found;
}

const main = element('main');
const header = element('header');

/** @type {Person | null} */
let viewer = null;

/**
 * What stands at an address behind the `#`. The first that matches counts.
 * @type {readonly [RegExp, (parts: string[], query: URLSearchParams, viewer: Person) => Promise<(Node | null)[]>][]}
 */
const views = [
  [/^\/users\/new$/, () => newUserView()],
  [/^\/users\/(\d+)$/, ([id = ''], _query, person) => userView(id, person)],
  [/^\/roles\/new$/, () => newRoleView()],
  [/^\/roles\/(\d+)$/, ([id = '']) => roleView(id)],
  [/^\/roles$/, () => rolesView()],
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
      return [heading('Not shown'), h('p', { class: 'notice', role: 'alert' }, tell(error))];
    }
  }
  return [];
}

/** @param {string} path */
function markPlace(path) {
  const here = path.startsWith('/roles') ? '#/roles' : '#/users';
  for (const link of header.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** @param {Person} person */
function signIn(person) {
  viewer = person;
  element('whoami').textContent = person.name ?? person.email;
  header.hidden = false;
  void showView();
}

/** @param {string} [why] */
function signOut(why) {
  turn += 1;
  viewer = null;
  takeKey('');
  announce('');
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  header.hidden = true;
  document.title = 'Online store admin';
  main.removeAttribute('aria-busy');
  showSignIn(main, signIn, why);
}

element('sign-out').addEventListener('click', () => signOut());
window.addEventListener('hashchange', () => {
  announceArrival();
  void showView();
});
document.addEventListener('key-refused', () => {
  if (viewer !== null) signOut('Your key does not work any more. Sign in again.');
});
// a page that comes back from the browser's memory must not come back signed in
window.addEventListener('pagehide', () => takeKey(''));
window.addEventListener('pageshow', (event) => {
  if (event.persisted) signOut();
});
signOut();
