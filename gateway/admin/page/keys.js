import { h } from '/pages/h.js';
import { signIn, SignInFailure } from '/pages/session.js';
import { confirmAct, showKey } from './dialogs.js';
import { empty, time } from './elements.js';
import { field, form, textField } from './form.js';
import { announce } from './notices.js';
import { GenerateApiKey, RevokeOneApiKey, RotateApiKey, User } from './operations.js';
import { ask } from './store.js';

/** @typedef {import('/pages/session.js').Person} Person */
/** @typedef {{ id: string, name: string | null, prefix: string | null, lastFour: string | null, live: boolean, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null }} ApiKey */
/** @typedef {{ id: string, email: string | null, name: string | null, apiKeys: ApiKey[] | null }} Holder */

/** How long a key may go on working beside the one that takes its place, in seconds. */
const overlaps = [
  { seconds: 0, says: 'Now' },
  { seconds: 3_600, says: 'In 1 hour' },
  { seconds: 86_400, says: 'In 1 day' },
  { seconds: 604_800, says: 'In 7 days' },
];

/**
 * The keys of a user, and what can be done with them.
 * @param {Holder} user
 * @param {Person} viewer who is signed in
 */
export function showKeys(user, viewer) {
  const place = h('div');
  // by another key once the one in use was rotated
  let present = viewer;
  /** @param {Holder} holder */
  const show = (holder) => {
    place.replaceChildren(...keyParts(holder, { viewer: present, told, replaced, refresh }));
  };
  const refresh = async () => {
    const answer = await ask(User, { id: user.id });
    show(answer.user);
    // what had the focus is gone
    document.getElementById('keys')?.focus();
  };
  /**
   * @param {string} key that was just made
   * @param {Promise<string>} [trouble] with the sign-in that goes on meanwhile
   */
  const told = async (key, trouble) => {
    await showKey(key, user.name ?? user.email ?? `user ${user.id}`, trouble);
    await trouble;
    await refresh();
  };
  /** Signs in with the key that takes the place of the one in use. */
  const change = async (/** @type {string} */ key) => {
    try {
      present = await signIn(key);
      return '';
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      return `Signing in with the new key failed. ${error.message} Store the key, then sign in with it.`;
    }
  };
  /**
   * @param {string} key that takes the place of another
   * @param {string} formerId
   */
  const replaced = (key, formerId) =>
    // the key in use may have ended with this, and the session with it
    told(key, formerId === present.keyId ? change(key) : undefined);
  show(user);
  return place;
}

/** @typedef {{ viewer: Person, told: (key: string) => Promise<void>, replaced: (key: string, formerId: string) => Promise<void>, refresh: () => Promise<void> }} Acts */

/**
 * @param {Holder} user
 * @param {Acts} acts
 */
function keyParts(user, acts) {
  if (user.apiKeys === null)
    return [h('p.notice', 'Your key may not see the keys of other users (api_keys.read).')];
  const live = user.apiKeys.filter((key) => key.live);
  const ended = user.apiKeys.filter((key) => !key.live);
  return [
    live.length === 0
      ? empty('No key works for this user. Generate one for each program that acts as this user.')
      : h('ul.keys', ...live.map((key) => liveKey(key, acts))),
    h('h3', 'Generate a key'),
    generateForm(user, acts),
    ended.length === 0 ? null : endedKeys(ended),
  ].filter((part) => part !== null);
}

/** @param {ApiKey} key */
const nameOf = ({ name, id }) => name ?? `Key ${id}`;

/** @param {ApiKey} key */
const hintOf = ({ prefix, lastFour }) =>
  prefix !== null && h('code', `${prefix}…${lastFour ?? ''}`);

/**
 * @param {ApiKey} key
 * @param {Acts} acts
 */
function liveKey(key, acts) {
  const name = nameOf(key);
  // another has taken its place already
  const isLeaving = key.expiresAt !== null;
  return h(
    'li',
    h(
      'div',
      h('strong', name),
      hintOf(key),
      isLeaving && h('span.mark.leaving', 'ending'),
      key.id === acts.viewer.keyId && h('span.mark', 'signed in with this key'),
      facts(key),
    ),
    h(
      'p.actions',
      !isLeaving &&
        h(
          'button',
          { type: 'button', 'aria-label': `Rotate ${name}`, click: () => askRotate(key, acts) },
          'Rotate',
        ),
      h(
        'button.danger',
        {
          type: 'button',
          'aria-label': `Revoke ${name}`,
          click: () => askRevoke(key, acts),
        },
        'Revoke',
      ),
    ),
  );
}

/** @param {ApiKey} key */
function facts({ createdAt, lastUsedAt, expiresAt, revokedAt }) {
  const rows = [
    ['Created', createdAt],
    ['Last used', lastUsedAt],
    [revokedAt === null ? 'Ends' : 'Would have ended', expiresAt],
    ['Revoked', revokedAt],
  ].flatMap(([says, at]) => (at ? [h('span', `${says} `, time(at))] : []));
  if (lastUsedAt === null) rows.push(h('span', 'Never used'));
  return h('p.facts', ...rows);
}

/**
 * @param {Holder} user
 * @param {Acts} acts
 */
function generateForm(user, { told }) {
  const name = textField({
    id: 'key-name',
    name: 'name',
    label: 'Name of the key',
    hint: 'The program that will use it. Other keys go on working.',
  });
  const submit = async () => {
    const { generateApiKey } = await ask(GenerateApiKey, {
      userId: user.id,
      name: name.control.value.trim() || null,
    });
    await told(generateApiKey.key);
  };
  return form({ label: 'Generate key', submit }, name.element);
}

/** When the former key ends: in a day, unless another time is chosen. */
function overlapField() {
  const options = overlaps.map(({ seconds, says }) =>
    h('option', { value: seconds, selected: seconds === 86_400 }, says),
  );
  return field(
    { id: 'rotate-overlap', name: 'overlapSeconds', label: 'When does the old key end?' },
    (attributes) => h('select', attributes, ...options),
  );
}

/**
 * @param {ApiKey} key
 * @param {Acts} acts
 */
function askRotate(key, { replaced }) {
  const overlap = overlapField();
  /** @type {string | undefined} */
  let made;
  confirmAct(
    {
      title: `Rotate ${nameOf(key)}?`,
      text: 'You get a new key of the same name. Give it to the program before the old one ends.',
      label: 'Rotate',
      kind: 'main',
      act: async () => {
        const overlapSeconds = Number(overlap.control.value);
        const { rotateApiKey } = await ask(RotateApiKey, { id: key.id, overlapSeconds });
        made = rotateApiKey.key;
      },
      after: () => (made === undefined ? Promise.resolve() : replaced(made, key.id)),
    },
    overlap.element,
  );
}

/**
 * @param {ApiKey} key
 * @param {Acts} acts
 */
function askRevoke(key, { viewer, refresh }) {
  const name = nameOf(key);
  const isOwn = key.id === viewer.keyId;
  confirmAct({
    title: `Revoke ${name}?`,
    text: `${
      isOwn
        ? 'You are signed in with this key: revoking it signs you out.'
        : 'Programs that use it are refused within a second.'
    } It cannot be undone, but each start makes the key in ADMIN_API_KEY work again.`,
    label: 'Revoke',
    kind: 'danger',
    act: () => ask(RevokeOneApiKey, { id: key.id }),
    after: async () => {
      announce(`${name} is revoked.`);
      await refresh();
    },
  });
}

/** @param {ApiKey[]} keys */
function endedKeys(keys) {
  return h(
    'details',
    h('summary', keys.length === 1 ? '1 ended key' : `${keys.length} ended keys`),
    h(
      'ul.keys',
      ...keys.map((key) => h('li', h('div', h('strong', nameOf(key)), hintOf(key), facts(key)))),
    ),
  );
}
