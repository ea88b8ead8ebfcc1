import { confirmAct, showKey } from './dialogs.js';
import { announce, field, h, textField, time } from './elements.js';
import { form } from './form.js';
import { GenerateApiKey, RevokeOneApiKey, RotateApiKey, User } from './operations.js';
import { ask, takeKey } from './store.js';

/** @typedef {{ id: number, name: string | null, live: boolean, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null }} ApiKey */
/** @typedef {{ id: number, email: string | null, name: string | null, apiKeys: ApiKey[] | null }} Holder */

/** How long a key may go on working beside the one that takes its place, in seconds. */
const overlaps = [
  { seconds: 0, says: 'ends at once' },
  { seconds: 3_600, says: 'works for 1 hour more' },
  { seconds: 86_400, says: 'works for 1 day more' },
  { seconds: 604_800, says: 'works for 7 days more' },
];

/**
 * The keys of a user, and what can be done with them.
 * @param {Holder} user
 * @param {{ id: number }} viewer who is signed in
 */
export function showKeys(user, viewer) {
  const place = h('div');
  /** @param {Holder} holder */
  const show = (holder) => {
    place.replaceChildren(...keyParts(holder, { told, refresh }));
  };
  const refresh = async () => {
    const answer = await ask(User, { id: user.id });
    show(answer.user);
    // what had the focus is gone
    document.getElementById('keys')?.focus();
  };
  /** @param {string} key that was just made */
  const told = async (key) => {
    // the reader's own former key may have ended with this
    if (user.id === viewer.id) takeKey(key);
    await showKey(key, user.name ?? user.email ?? `user ${user.id}`);
    await refresh();
  };
  show(user);
  return place;
}

/** @typedef {{ told: (key: string) => Promise<void>, refresh: () => Promise<void> }} Acts */

/**
 * @param {Holder} user
 * @param {Acts} acts
 */
function keyParts(user, acts) {
  if (user.apiKeys === null)
    return [h('p', { class: 'notice' }, 'Your key does not have the right to see them.')];
  const live = user.apiKeys.filter((key) => key.live);
  const ended = user.apiKeys.filter((key) => !key.live);
  return [
    live.length === 0
      ? h('p', { class: 'empty' }, 'No key works for this user.')
      : h('ul', { class: 'keys' }, ...live.map((key, index) => liveKey(key, index === 0, acts))),
    h('h3', {}, 'Generate a key'),
    generateForm(user, live.length > 0, acts),
    ended.length === 0 ? null : endedKeys(ended),
  ].filter((part) => part !== null);
}

/** @param {ApiKey} key */
const nameOf = ({ name, id }) => name ?? `Key ${id}`;

/**
 * @param {ApiKey} key
 * @param {boolean} isNewest only this one can be rotated: the others are replaced already
 * @param {Acts} acts
 */
function liveKey(key, isNewest, acts) {
  const name = nameOf(key);
  const isLeaving = key.expiresAt !== null;
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, name),
      h(
        'span',
        { class: isLeaving ? 'mark leaving' : 'mark live' },
        isLeaving ? 'ending' : 'works',
      ),
      facts(key),
    ),
    h(
      'p',
      { class: 'actions' },
      isNewest &&
        h(
          'button',
          { type: 'button', 'aria-label': `Rotate ${name}`, click: () => askRotate(key, acts) },
          'Rotate',
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'danger',
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
    ['made', createdAt],
    ['last used', lastUsedAt],
    [revokedAt === null ? 'ends' : 'would have ended', expiresAt],
    ['revoked', revokedAt],
  ].flatMap(([says, at]) => (at ? [h('span', {}, `${says} `, time(at))] : []));
  if (lastUsedAt === null) rows.push(h('span', {}, 'never used'));
  return h('p', { class: 'facts' }, ...rows);
}

/**
 * @param {Holder} user
 * @param {boolean} hasLive
 * @param {Acts} acts
 */
function generateForm(user, hasLive, { told }) {
  const name = textField({
    id: 'key-name',
    name: 'name',
    label: 'Name',
    hint: 'What the key is for, such as the program that uses it.',
  });
  const overlap = overlapField('key-overlap');
  const submit = async () => {
    const { generateApiKey } = await ask(GenerateApiKey, {
      userId: user.id,
      name: name.control.value.trim() || null,
      overlapSeconds: Number(overlap.control.value),
    });
    await told(generateApiKey.key);
  };
  return form({ label: 'Generate key', submit }, name.element, hasLive ? overlap.element : null);
}

/**
 * @param {string} id
 * @param {number} [usual] seconds
 */
function overlapField(id, usual = 0) {
  const options = overlaps.map(({ seconds, says }) =>
    h('option', { value: seconds, selected: seconds === usual }, says),
  );
  return field({ id, name: 'overlapSeconds', label: 'The former key' }, (attributes) =>
    h('select', attributes, ...options),
  );
}

/**
 * @param {ApiKey} key
 * @param {Acts} acts
 */
function askRotate(key, { told }) {
  const overlap = overlapField('rotate-overlap', 86_400);
  /** @type {string | undefined} */
  let made;
  confirmAct(
    {
      title: `Rotate ${nameOf(key)}?`,
      text: 'A new key of the same name takes its place.',
      label: 'Rotate',
      kind: 'main',
      act: async () => {
        const overlapSeconds = Number(overlap.control.value);
        const { rotateApiKey } = await ask(RotateApiKey, { id: key.id, overlapSeconds });
        made = rotateApiKey.key;
      },
      after: () => (made === undefined ? Promise.resolve() : told(made)),
    },
    overlap.element,
  );
}

/**
 * @param {ApiKey} key
 * @param {Acts} acts
 */
function askRevoke(key, { refresh }) {
  const name = nameOf(key);
  confirmAct({
    title: `Revoke ${name}?`,
    text: 'It stops working everywhere within a second, for good.',
    label: 'Revoke',
    kind: 'danger',
    act: async () => {
      await ask(RevokeOneApiKey, { id: key.id });
    },
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
    {},
    h('summary', {}, keys.length === 1 ? '1 ended key' : `${keys.length} ended keys`),
    h(
      'ul',
      { class: 'keys' },
      ...keys.map((key) => h('li', {}, h('div', {}, h('strong', {}, nameOf(key)), facts(key)))),
    ),
  );
}
