import { h } from '/pages/h.js';
import { kinds } from './audit-kinds.js';
import { empty, exactTime, inGraphiQL, nameOf, table, time, titleRow } from './elements.js';
import { AuditLog, Names } from './operations.js';
import { askForPage, pageLinks } from './pages.js';
import { askIfAllowed } from './store.js';

/** @typedef {{ id: string, createdAt: string, actor: string, userId: string | null, apiKeyId: string | null, address: string | null, action: string, subjectType: string, subjectId: string | null, changes: { name: string, from: string | null, to: string | null }[] }} Entry */

/**
 * Who did what, the newest first, by pages of 25.
 * @param {URLSearchParams} query of the address: `kind`, `page`
 */
export async function auditView(query) {
  const shown = kinds.find(({ kind }) => kind === (query.get('kind') ?? '')) ?? kinds[0];
  const starts = shown?.starts ?? [];
  const filter =
    starts.length === 0
      ? null
      : { or: starts.map((start) => ({ action: { start: `${start}.` } })) };
  const { list: auditLog, variables } = await askForPage(AuditLog, { filter }, query.get('page'));
  const names = await namesOf(auditLog.nodes);
  const addressOf = (/** @type {number} */ to) =>
    `#/audit?${new URLSearchParams({ kind: shown?.kind ?? '', page: String(to) }).toString()}`;
  return [
    titleRow('Audit log', inGraphiQL(AuditLog, variables)),
    h(
      'nav.choices',
      { 'aria-label': 'Which entries' },
      ...kinds.map(({ name, kind }) =>
        h(
          'a',
          { href: `#/audit?kind=${kind}`, 'aria-current': kind === shown?.kind && 'true' },
          name,
        ),
      ),
    ),
    auditLog.nodes.length === 0
      ? empty('Nothing of this kind was done yet.')
      : table(
          auditLog.totalCount === 1 ? '1 entry' : `${auditLog.totalCount} entries`,
          ['When', 'Who', 'What', 'Changes'],
          auditLog.nodes.map((/** @type {Entry} */ entry) => entryRow(entry, names)),
        ),
    pageLinks(auditLog, addressOf),
  ];
}

/**
 * What the users of entries are called, by id; those that cannot be read are missing.
 * @param {Entry[]} entries
 * @returns {Promise<Map<string, string>>}
 */
async function namesOf(entries) {
  const subjects = entries.map(({ subjectType, subjectId }) => subjectType === 'User' && subjectId);
  const ids = [...entries.map(({ userId }) => userId), ...subjects].filter((id) => id);
  if (ids.length === 0) return new Map();
  const answer = await askIfAllowed(Names, { ids: [...new Set(ids)] });
  return new Map(
    answer?.users.nodes.map((/** @type {import('./users.js').User} */ user) => [
      user.id,
      nameOf(user),
    ]),
  );
}

/**
 * @param {Entry} entry
 * @param {Map<string, string>} names
 */
function entryRow(
  { createdAt, actor, userId, apiKeyId, address, action, subjectType, subjectId, changes },
  names,
) {
  const who = userId === null ? actor : userLink(userId, names);
  const beside = [apiKeyId !== null && `key ${apiKeyId}`, address].filter(Boolean).join(' · ');
  return h(
    'tr',
    h('td', time(createdAt), h('span.beside', exactTime(createdAt))),
    h('td', who, beside !== '' && h('span.beside', beside)),
    h('td', h('code', action), h('span.beside', subjectOf(subjectType, subjectId, names))),
    h(
      'td',
      ...changes.map(({ name, from, to }) =>
        h(
          'span.change',
          `${name}: `,
          ...(from === null ? [] : [h('del', from), ' → ']),
          to || 'none',
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {Map<string, string>} names
 */
const userLink = (id, names) => h('a', { href: `#/users/${id}` }, names.get(id) ?? `User ${id}`);

/**
 * @param {string} type
 * @param {string | null} id
 * @param {Map<string, string>} names
 */
function subjectOf(type, id, names) {
  if (id === null) return type;
  if (type === 'User') return userLink(id, names);
  return type === 'Role' ? h('a', { href: `#/roles/${id}` }, `Role ${id}`) : `${type} ${id}`;
}
