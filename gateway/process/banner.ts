import { resolve } from 'node:path';
import type { Config } from '../settings/config.ts';
import { version } from '../version.ts';
import type { RunningStore } from './server.ts';

/** The pages of the store, and URLs for programs, by path. */
const addresses = [
  ['Start page', '/'],
  ['GraphiQL', '/graphql'],
  ['API reference', '/api/docs'],
  ['Admin', '/admin'],
  ['REST', '/api'],
  ['Health', '/readyz'],
] as const;

/**
 * What a start prints on the terminal: all URLs, how to send the key, and commands to paste. The key is
 * printed only if this start created it; a password of the database never.
 */
export function banner(
  { url, madeKey, warning }: Pick<RunningStore, 'url' | 'madeKey' | 'warning'>,
  config: Config,
): string {
  const rows = [
    ...addresses.map(([name, path]) => [name, `${url}${path}`] as const),
    ['Database', whereDataAre(config)],
    ['Version', version],
  ] as const;
  return [
    '',
    'The online store is up.',
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`),
    '',
    '  Send the key in the header X-ServiceAPIKey, or as the user name of HTTP Basic.',
    ...aboutKey(madeKey, config),
    ...(warning === null ? [] : [`  Warning: ${warning}`]),
    '',
    '  Try it in another terminal:',
    ...(madeKey === null ? [] : [`    export ADMIN_API_KEY=${madeKey}`]),
    `    curl -s -H "X-ServiceAPIKey: $ADMIN_API_KEY" '${url}/api/variants?per_page=2'`,
    '',
  ].join('\n');
}

/** The directory of the embedded database, or name and host of the one on a server. */
export function whereDataAre({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `embedded, in ${resolve(dataDir)}`;
  const { host, pathname, username } = new URL(databaseUrl);
  // without a name the server uses that of the user
  return `PostgreSQL, ${pathname.slice(1) || username || 'default database'} on ${host}`;
}

function aboutKey(madeKey: string | null, config: Config): readonly string[] {
  if (madeKey !== null) return [`  The admin's key, shown only now: ${madeKey}`];
  if (config.adminApiKey !== undefined) return ["  The admin's key is the one in ADMIN_API_KEY."];
  return [
    "  The admin's key was shown at the first start; the line below takes it from ADMIN_API_KEY.",
    '  Lost it? Start once with ADMIN_API_KEY set to a new one.',
  ];
}
