import {
  currency,
  databaseUrl,
  flag,
  matching,
  metricsAddress,
  oneOf,
  origins,
  publicUrl,
  rateLimits,
  timeZone,
  wholeNumber,
} from './setting-readers.ts';

export interface Setting {
  readonly name: string;
  /** The text used if the setting is absent or empty; without it the program decides. */
  readonly default?: string;
  /** What the table of settings shows in place of `default`. */
  readonly shownDefault?: string;
  readonly read: (text: string) => unknown;
  readonly meaning: string;
  /** Never printed or logged. */
  readonly secret?: true;
}

/** Every setting, in the order of docs/settings.md. They come from the environment; an empty text counts as absent. */
export const settings = {
  port: {
    name: 'PORT',
    default: '3000',
    read: wholeNumber(0, 65_535),
    meaning: 'TCP port to listen on; 0 chooses a free one',
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    read: matching(/^[\w.:%-]+$/, 'a host name or address'),
    meaning: 'Address to listen on; 0.0.0.0 for all',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    shownDefault: 'embedded database',
    read: databaseUrl,
    secret: true,
    meaning:
      'Server of PostgreSQL 13 or newer, with the extension `pg_trgm`: `postgres://user:password@host:5432/name`. ' +
      'With TLS: `postgres://user:password@host:5432/name?sslmode=verify-full`, and `&sslrootcert=ca.pem` for a CA of your own; ' +
      '`sslmode=require` checks the certificate in the same way, `no-verify` does not',
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    read: matching(/^[^\0]+$/, 'a directory'),
    meaning: 'Directory of the embedded database; one process at a time',
  },
  databasePool: {
    name: 'DATABASE_POOL',
    shownDefault: '32, or 80 divided by `WORKERS` if that is less',
    read: wholeNumber(1, 200),
    meaning:
      'Maximum number of connections to the PostgreSQL server, per process; one caller uses at most a quarter of them. ' +
      'The sum over all processes, plus ten, must stay below `max_connections` of the server',
  },
  workers: {
    name: 'WORKERS',
    default: '1',
    read: wholeNumber(1, 64),
    meaning:
      'Number of worker processes, recommended: at most one per core; more than 1 requires `DATABASE_URL`',
  },
  adminApiKey: {
    name: 'ADMIN_API_KEY',
    shownDefault: 'generated and printed once at the first start',
    read: matching(
      /^[\x21-\x39\x3b-\x7e]{1,255}$/,
      '1 to 255 printable ASCII characters without blank and colon',
    ),
    secret: true,
    meaning:
      "The admin's key; at every start it becomes the admin's only valid key, even if it was revoked. At least 16 characters, or 8 if only this machine can reach the store; 32 or more are recommended",
  },
  sampleData: {
    name: 'SAMPLE_DATA',
    shownDefault: '1 with the embedded database, 0 with DATABASE_URL',
    read: flag,
    meaning: 'Whether to load the sample data into an empty database',
  },
  timeZone: {
    name: 'STORE_TIME_ZONE',
    shownDefault: 'that of the store; `UTC` for a new store',
    read: timeZone,
    meaning: 'IANA time zone of the times in the older format; fixed at the first start of a store',
  },
  currency: {
    name: 'CURRENCY',
    shownDefault: 'that of the store; `USD` for a new store',
    read: currency,
    meaning: 'ISO 4217 code of all amounts; fixed at the first start of a store',
  },
  requirePaymentToShip: {
    name: 'REQUIRE_PAYMENT_TO_SHIP',
    default: '0',
    read: flag,
    meaning: '1: a shipment becomes ready only when its order is paid',
  },
  checkoutConfirm: {
    name: 'CHECKOUT_CONFIRM',
    default: '0',
    read: flag,
    meaning: '1: every checkout has the step `confirm`',
  },
  taxRate: {
    name: 'TAX_RATE',
    default: '0',
    read: matching(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'a decimal fraction from 0 to 1 such as 0.19'),
    meaning: 'Tax on line items, a decimal fraction such as `0.19`; 0 means no tax',
  },
  taxShipping: {
    name: 'TAX_SHIPPING',
    default: '0',
    read: flag,
    meaning: '1: shipping is taxed like line items',
  },
  cartPrices: {
    name: 'CART_PRICES',
    default: 'follow',
    read: oneOf(['follow', 'keep']),
    meaning:
      'Prices of line items until completion: they `follow` the prices of the variants, or `keep` those at which they were added',
  },
  orderTokenRights: {
    name: 'ORDER_TOKEN_RIGHTS',
    default: 'any',
    read: oneOf(['any', 'owner']),
    meaning:
      'What an order token allows: `any` action on the order, or what its `owner` may do. Use `owner` if customers have API keys',
  },
  olderListLimit: {
    name: 'OLDER_LIST_LIMIT',
    default: '10000',
    read: wholeNumber(1, 99_999),
    meaning:
      'Maximum number of records in a list of the older format without `page` and `per_page`; longer lists are refused with 422',
  },
  persistedQueries: {
    name: 'PERSISTED_QUERIES',
    default: 'on',
    read: oneOf(['on', 'off', 'only']),
    meaning:
      'Persisted queries at `/graphql`: `on`, `off`, or `only`: no documents but those of `PERSISTED_DOCUMENTS` and of the admin page run',
  },
  persistedDocuments: {
    name: 'PERSISTED_DOCUMENTS',
    shownDefault: 'none',
    read: matching(/^[^\0]+$/, 'a file'),
    meaning:
      'JSON file of GraphQL documents by their SHA-256 in hexadecimal digits, with or without `sha256:` before them, which clients can name by it from the start',
  },
  rateLimits: {
    name: 'RATE_LIMIT',
    default: 'on',
    read: rateLimits,
    meaning:
      'Rate limit in points; a request costs one point, or one for each 1,000 of its cost: `on` (120000/min per user, 6000/min per address without a key, 600/min per address for invalid keys, sessions and order tokens), `off`, or limits such as `key=600/min,address=60/s,failures=100/h`',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    default: '365',
    read: wholeNumber(1, 36_500),
    meaning: 'Days after which entries of the audit log are deleted',
  },
  cartDays: {
    name: 'CART_DAYS',
    default: '0',
    read: wholeNumber(0, 36_500),
    meaning:
      'Days after which unchanged orders in state `cart` are deleted, not those in the checkout; 0 keeps them',
  },
  trustedProxies: {
    name: 'TRUST_PROXY',
    default: '0',
    read: wholeNumber(0, 10),
    meaning: 'Number of proxies in front of the store whose `X-Forwarded-For` is trusted',
  },
  allowedOrigins: {
    name: 'CORS_ORIGINS',
    shownDefault: 'none',
    read: origins,
    meaning: 'Origins whose pages may send requests from a browser, separated by commas',
  },
  metrics: {
    name: 'METRICS',
    default: 'off',
    read: metricsAddress,
    meaning:
      'Where metrics for Prometheus are served as `/metrics`, separate from the store: a port on this machine, `host:port`, or `off`',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    shownDefault: 'the listening address if only this machine can reach it, else none',
    read: publicUrl,
    meaning:
      'Base URL that clients use, for `Location` and `Link`; without it they contain only the path',
  },
  fastPath: {
    name: 'FAST_PATH',
    default: 'on',
    read: flag,
    meaning: 'off: everything goes through Prisma and graphql-js; the responses are the same',
  },
  logFormat: {
    name: 'LOG_FORMAT',
    default: 'auto',
    read: oneOf(['auto', 'json', 'pretty']),
    meaning: 'Log format: `json`, `pretty` for people, or `auto`: pretty on a terminal',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    read: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    meaning: 'Minimum log level; `debug` adds the stack trace of a failed start',
  },
} satisfies Readonly<Record<string, Setting>>;

const rows: readonly Setting[] = Object.values(settings);

/** The names that the settings have in the environment. */
export const settingNames = rows.map(({ name }) => name);

/** What a setting means and its default, for the help of a flag. */
export function describeSetting(name: string): string {
  const setting = rows.find((row) => row.name === name) as Setting;
  return `${setting.meaning} (${setting.name}, default ${setting.default ?? setting.shownDefault ?? 'none'})`;
}

/** The settings as a table in Markdown, for docs/settings.md. */
export function settingsTable(): string {
  const lines = rows.map((setting) => {
    const standard =
      setting.default === undefined ? setting.shownDefault : `\`${setting.default}\``;
    return `| \`${setting.name}\` | ${standard ?? ''} | ${setting.meaning} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...lines].join('\n');
}
