import type { Config } from './config.ts';

interface Started {
  readonly url: string;
  readonly madeKey: string | null;
  readonly warning: string | null;
}

/**
 * What a start tells the person at the terminal: where everything is, how to send the key, and one line
 * to paste. The key is told only when this start made it.
 * Decision: 0-rulings (set-up surface), G20.
 */
export function banner({ url, madeKey, warning }: Started, config: Config): string {
  const key =
    madeKey === null ? '"X-ServiceAPIKey: $ADMIN_API_KEY"' : `'X-ServiceAPIKey: ${madeKey}'`;
  return [
    '',
    'The online store is up.',
    '',
    `  REST      ${url}/api`,
    `  GraphiQL  ${url}/graphql`,
    `  Admin     ${url}/admin`,
    `  Database  ${config.databaseUrl === undefined ? `embedded, in ${config.dataDir}` : 'PostgreSQL server'}`,
    '',
    '  Send the key in the header X-ServiceAPIKey, or as the user name of HTTP Basic.',
    ...aboutKey(madeKey, config),
    ...(warning === null ? [] : [`  Warning: ${warning}`]),
    '',
    '  Try it:',
    `    curl -s -H ${key} '${url}/api/variants?per_page=2'`,
    '',
  ].join('\n');
}

function aboutKey(madeKey: string | null, config: Config): readonly string[] {
  if (madeKey !== null) return [`  The admin's key, shown only now: ${madeKey}`];
  if (config.adminApiKey !== undefined) return ["  The admin's key is the one in ADMIN_API_KEY."];
  return [
    "  The admin's key was shown at the first start; the line below takes it from ADMIN_API_KEY.",
    '  Lost it? Start once with ADMIN_API_KEY set to a new one.',
  ];
}
