import { h } from './h.js';
import { SignOutFailure, signOut, watchSession } from './session.js';
import { openSignIn } from './sign-in.js';

/** The pages of the store, which link to each other. */
const pages = [
  { name: 'Admin', address: '/admin' },
  { name: 'GraphiQL', address: '/graphql' },
  { name: 'API reference', address: '/api/docs' },
];

/**
 * Fills the header that all pages have: links between them, and who is signed in.
 * @param {{ readonly asksItself?: boolean }} [page] `asksItself`: without a session the page shows the form itself
 */
export function showHeader({ asksItself = false } = {}) {
  const header = document.querySelector('#page-header');
  if (!header) throw new Error('The page lacks #page-header.');
  const session = h('div.session');
  header.replaceChildren(
    h('a.brand', { href: '/' }, 'Online store'),
    h('nav', { 'aria-label': 'Store' }, ...pages.map(linkTo)),
    session,
  );
  watchSession((person) => {
    document.querySelector('.sign-in-dialog')?.remove();
    const asks = !asksItself && person === null;
    session.replaceChildren(
      ...(asks ? [h('button', { type: 'button', click: openSignIn }, 'Sign in')] : []),
      ...(person === null ? [] : signedIn(person)),
    );
  });
}

/** @param {{ name: string, address: string }} page */
function linkTo({ name, address }) {
  const isHere = location.pathname.replace(/\/$/, '') === address;
  return h('a', { href: address, 'aria-current': isHere && 'page' }, name);
}

/** @param {import('./session.js').Person} person */
function signedIn({ name, email }) {
  const failure = h('span.failure', { role: 'alert' });
  const leave = async () => {
    failure.textContent = '';
    try {
      await signOut();
    } catch (error) {
      if (!(error instanceof SignOutFailure)) throw error;
      failure.textContent = error.message;
    }
  };
  return [
    failure,
    h('span.who', { title: email }, name ?? email),
    h('button', { type: 'button', click: leave }, 'Sign out'),
  ];
}
