/**
 * Who is signed in, and what their key allows.
 * @typedef {{ id: string, email: string, name: string | null, keyId: string, permissions: string[] }} Person
 */

/** What a request of a page says, so that the session counts for it. Decision: O31. */
export const fromPage = { 'X-Session': 'page' };

/** A sign-in that failed, in words for the reader. */
export class SignInFailure extends Error {}

/** A sign-out that failed, in words for the reader. */
export class SignOutFailure extends Error {}

/** @type {Readonly<Record<number, string>>} */
const sentences = {
  401: 'This key does not work. It may be mistyped, revoked or expired, or its user is disabled.',
  403: 'This address is not the one the store is known by. Open the store at its PUBLIC_URL.',
  429: 'Too many failed attempts. Wait a minute and try again.',
};
const unreachable = 'The store cannot be reached. Check that it runs and try again.';
const notSignedOut = 'Signing out failed. You may still be signed in: try again.';
const notKept =
  'Your browser did not keep the session. Allow cookies for this page, and open it with https if PUBLIC_URL begins with https.';

/** @type {Set<(person: Person | null, why?: string) => void>} */
const watchers = new Set();

/**
 * Who is signed in, as last told.
 * @type {Person | null}
 */
let present = null;

/** Other windows of this browser, which share the session. */
const others = new BroadcastChannel('session');
others.addEventListener('message', () => void recallSession());

/**
 * Has a page told who is signed in: once that is known, and whenever it changes.
 * @param {(person: Person | null, why?: string) => void} watcher
 */
export function watchSession(watcher) {
  watchers.add(watcher);
}

/**
 * @param {Person | null} person
 * @param {string} [why]
 */
function tell(person, why) {
  present = person;
  for (const watcher of watchers) watcher(person, why);
}

/**
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {Record<string, string>} [headers]
 */
async function ask(method, headers = {}) {
  try {
    return await fetch('/session', {
      method,
      headers: { ...fromPage, ...headers },
      cache: 'no-store',
    });
  } catch {
    throw new SignInFailure(unreachable);
  }
}

/**
 * Throws SignInFailure where the store does not tell.
 * @returns {Promise<Person | null>}
 */
async function readPerson() {
  const response = await ask('GET');
  if (!response.ok) throw new SignInFailure(unreachable);
  const { user, ...rights } = await response.json();
  return user && { ...user, ...rights };
}

/** Asks the store who is signed in, and tells the page. Where the store does not say it, who was signed in stays. */
export async function recallSession() {
  try {
    tell(await readPerson());
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    if (present === null) tell(null, error.message);
  }
}

/**
 * Exchanges a key for a session. Throws SignInFailure.
 * @param {string} key
 * @returns {Promise<Person>} who is signed in by it
 */
export async function signIn(key) {
  // a header cannot hold anything else, so no key does
  if (!/^[\x21-\x7e]+$/.test(key)) throw new SignInFailure(sentences[401]);
  const response = await ask('POST', { 'X-ServiceAPIKey': key });
  if (!response.ok) {
    throw new SignInFailure(sentences[response.status] ?? `The store answered ${response.status}.`);
  }
  const person = await readPerson();
  if (person === null) throw new SignInFailure(notKept);
  tell(person);
  others.postMessage('changed');
  return person;
}

/** Ends the session in all windows. Throws SignOutFailure, and then nothing is told. */
export async function signOut() {
  const response = await ask('DELETE').catch(() => null);
  if (!response?.ok) throw new SignOutFailure(notSignedOut);
  tell(null);
  others.postMessage('changed');
}

/** Tells the page that the store refused its session. */
export function sessionEnded() {
  tell(null, 'Your session has ended. Sign in again.');
}
