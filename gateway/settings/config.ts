import { isLoopback } from '../passage/client-address.ts';
import { BadSettings, faultOf, tellNearMisses } from './setting-faults.ts';
import {
  BadSetting,
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

interface Setting<Value> {
  readonly name: string;
  /** The text used if the setting is absent or empty; `null` if the program decides. */
  readonly default: string | null;
  /** What the table of settings shows in place of `default`. */
  readonly shownDefault?: string;
  readonly read: (text: string) => Value;
  readonly meaning: string;
  /** Never printed or logged. */
  readonly secret?: true;
}

type Optional<Value> = Setting<Value> & { readonly default: null };

const required = <Value>(setting: Setting<Value> & { readonly default: string }) => setting;
const optional = <Value>(setting: Optional<Value>) => setting;

/**
 * Every setting of the program, in the order of docs/settings.md. They come from the environment; an empty text
 * is treated as absent.
 * Decision: O19, A8, A44, T10, C26, F16.
 */
const settings = {
  port: required({
    name: 'PORT',
    default: '3000',
    read: wholeNumber(0, 65_535),
    meaning: 'TCP port to listen on; 0 chooses a free one',
  }),
  host: required({
    name: 'HOST',
    default: '127.0.0.1',
    read: matching(/^[\w.:%-]+$/, 'a host name or address'),
    meaning: 'Address to listen on; 0.0.0.0 for all',
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    default: null,
    shownDefault: 'embedded database',
    read: databaseUrl,
    secret: true,
    meaning: 'PostgreSQL server, `postgres://user:password@host:5432/name`',
  }),
  dataDir: required({
    name: 'DATA_DIR',
    default: './data',
    read: matching(/^[^\0]+$/, 'a directory'),
    meaning: 'Directory of the embedded database; one process at a time',
  }),
  databasePool: optional({
    name: 'DATABASE_POOL',
    default: null,
    shownDefault: '32, or 96 divided by `WORKERS` if that is less',
    read: wholeNumber(1, 200),
    meaning:
      'Maximum number of connections to the PostgreSQL server, per process; one caller uses at most a quarter of them',
  }),
  workers: required({
    name: 'WORKERS',
    default: '1',
    read: wholeNumber(1, 64),
    meaning:
      'Number of worker processes, at most one per core; more than 1 requires `DATABASE_URL`',
  }),
  adminApiKey: optional({
    name: 'ADMIN_API_KEY',
    default: null,
    shownDefault: 'generated and printed once at the first start',
    read: matching(
      /^[\x21-\x39\x3b-\x7e]{1,255}$/,
      '1 to 255 printable ASCII characters without blank and colon',
    ),
    secret: true,
    meaning:
      "The admin's key; at every start it becomes the admin's only valid key. At least 16 characters, or 8 if only this machine can reach the store; 32 or more are recommended",
  }),
  sampleData: optional({
    name: 'SAMPLE_DATA',
    default: null,
    shownDefault: '1 with the embedded database, 0 with DATABASE_URL',
    read: flag,
    meaning: 'Whether to load the sample data into an empty database',
  }),
  timeZone: optional({
    name: 'STORE_TIME_ZONE',
    default: null,
    shownDefault: 'that of the store; `UTC` for a new store',
    read: timeZone,
    meaning: 'IANA time zone of the times in the older format; fixed at the first start of a store',
  }),
  currency: optional({
    name: 'CURRENCY',
    default: null,
    shownDefault: 'that of the store; `USD` for a new store',
    read: currency,
    meaning: 'ISO 4217 code of all amounts; fixed at the first start of a store',
  }),
  requirePaymentToShip: required({
    name: 'REQUIRE_PAYMENT_TO_SHIP',
    default: '0',
    read: flag,
    meaning: '1: a shipment becomes ready only when its order is paid',
  }),
  checkoutConfirm: required({
    name: 'CHECKOUT_CONFIRM',
    default: '0',
    read: flag,
    meaning: '1: every checkout has the step `confirm`',
  }),
  taxRate: required({
    name: 'TAX_RATE',
    default: '0',
    read: matching(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'a decimal fraction from 0 to 1 such as 0.19'),
    meaning: 'Tax on line items, a decimal fraction such as `0.19`; 0 means no tax',
  }),
  taxShipping: required({
    name: 'TAX_SHIPPING',
    default: '0',
    read: flag,
    meaning: '1: shipping is taxed like line items',
  }),
  cartPrices: required({
    name: 'CART_PRICES',
    default: 'follow',
    read: oneOf(['follow', 'keep']),
    meaning:
      'Prices of line items until completion: they `follow` the prices of the variants, or `keep` those at which they were added',
  }),
  orderTokenRights: required({
    name: 'ORDER_TOKEN_RIGHTS',
    default: 'any',
    read: oneOf(['any', 'owner']),
    meaning:
      'What an order token allows: `any` action on the order, or what its `owner` may do. Use `owner` if customers have API keys',
  }),
  olderListLimit: required({
    name: 'OLDER_LIST_LIMIT',
    default: '10000',
    read: wholeNumber(1, 99_999),
    meaning:
      'Maximum number of records in a list of the older format without `page` and `per_page`; longer lists are refused with 422',
  }),
  persistedQueries: required({
    name: 'PERSISTED_QUERIES',
    default: 'on',
    read: oneOf(['on', 'off', 'only']),
    meaning:
      'Persisted queries at `/graphql`: `on`, `off`, or `only`: no documents but those of `PERSISTED_DOCUMENTS` and of the admin page run',
  }),
  persistedDocuments: optional({
    name: 'PERSISTED_DOCUMENTS',
    default: null,
    shownDefault: 'none',
    read: matching(/^[^\0]+$/, 'a file'),
    meaning:
      'JSON file of GraphQL documents by their SHA-256 in hexadecimal digits, which clients can name by it from the start',
  }),
  rateLimits: required({
    name: 'RATE_LIMIT',
    default: 'on',
    read: rateLimits,
    meaning:
      'Rate limit in points; a request costs one point, or one for each 1,000 of its cost: `on` (120000/min per user, 6000/min per address without a key, 600/min per address for invalid keys), `off`, or limits such as `key=600/min,address=60/s,failures=100/h`',
  }),
  auditDays: required({
    name: 'AUDIT_DAYS',
    default: '365',
    read: wholeNumber(1, 36_500),
    meaning: 'Days after which entries of the audit log are deleted',
  }),
  cartDays: required({
    name: 'CART_DAYS',
    default: '0',
    read: wholeNumber(0, 36_500),
    meaning: 'Days after which unchanged carts are deleted; 0 keeps them',
  }),
  trustedProxies: required({
    name: 'TRUST_PROXY',
    default: '0',
    read: wholeNumber(0, 10),
    meaning: 'Number of proxies in front of the store whose `X-Forwarded-For` is trusted',
  }),
  allowedOrigins: optional({
    name: 'CORS_ORIGINS',
    default: null,
    shownDefault: 'none',
    read: origins,
    meaning: 'Origins whose pages may send requests from a browser, separated by commas',
  }),
  metrics: required({
    name: 'METRICS',
    default: 'off',
    read: metricsAddress,
    meaning:
      'Where metrics for Prometheus are served as `/metrics`, separate from the store: a port on this machine, `host:port`, or `off`',
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    default: null,
    shownDefault: 'the listening address if only this machine can reach it, else none',
    read: publicUrl,
    meaning:
      'Base URL that clients use, for `Location` and `Link`; without it they contain only the path',
  }),
  fastPath: required({
    name: 'FAST_PATH',
    default: 'on',
    read: flag,
    meaning: 'off: everything goes through Prisma and graphql-js; the responses are the same',
  }),
  logFormat: required({
    name: 'LOG_FORMAT',
    default: 'auto',
    read: oneOf(['auto', 'json', 'pretty']),
    meaning: 'Log format: `json`, `pretty` for people, or `auto`: pretty on a terminal',
  }),
  logLevel: required({
    name: 'LOG_LEVEL',
    default: 'info',
    read: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    meaning: 'Minimum log level; `debug` adds the stack trace of a failed start',
  }),
};

type Settings = typeof settings;
type Value<Key extends keyof Settings> =
  ReturnType<Settings[Key]['read']> | (Settings[Key]['default'] extends string ? never : undefined);

/** The settings of one run, read and checked. */
export type Config = { readonly [Key in keyof Settings]: Value<Key> } & {
  readonly sampleData: boolean;
  readonly databasePool: number;
};

/**
 * Reads the settings from an environment.
 * Throws BadSettings, which lists every bad setting with its value and what it should be; secret values are not
 * repeated.
 * Decision: A8, O11.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = (setting: Setting<unknown>): unknown => {
    const text = environment[setting.name] || setting.default;
    if (text === null) return undefined;
    try {
      return setting.read(text);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      faults.push(faultOf(setting, text, error.message));
      return undefined;
    }
  };
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, read(setting)]),
  );
  if (Number(values['workers']) > 1 && values['databaseUrl'] === undefined) {
    faults.push('WORKERS must be 1 with the embedded database, which only one process can open');
  }
  if (values['persistedQueries'] === 'only' && values['persistedDocuments'] === undefined) {
    faults.push('PERSISTED_QUERIES must be on or off without PERSISTED_DOCUMENTS');
  }
  const { adminApiKey, host } = values as Partial<Config>;
  const least = leastKey(host ?? '');
  if (adminApiKey !== undefined && adminApiKey.length < least) {
    faults.push(`ADMIN_API_KEY must be at least ${String(least)} characters long at this HOST`);
  }
  if (faults.length > 0) throw new BadSettings(faults);
  values['sampleData'] ??= values['databaseUrl'] === undefined;
  // a server accepts a hundred connections unless it is told otherwise
  values['databasePool'] ??= Math.min(32, Math.floor(96 / Number(values['workers'])));
  return values as Config;
}

/** Minimum length of ADMIN_API_KEY, against guessing. Decision: N20. */
const leastKey = (host: string): number => (isLoopback(host) ? 8 : 16);

/** The settings by name as texts, without the secret and absent ones. Decision: N77. */
export function toldSettings(config: Config): Record<string, string> {
  const entries = Object.entries(settings).flatMap(([key, setting]: [string, Setting<unknown>]) => {
    const value: unknown = config[key as keyof Settings];
    if (setting.secret || value === undefined || value === null) return [];
    return [[setting.name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** A warning for each name in the environment that resembles a setting's. Decision: O12. */
export const tellMisspelled = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  tellNearMisses(
    environment,
    Object.values(settings).map(({ name }) => name),
  );

/** What a setting means and its default, for the help of a flag. */
export function describeSetting(name: string): string {
  const setting = Object.values(settings).find((row) => row.name === name) as Setting<unknown>;
  return `${setting.meaning} (${setting.name}, default ${setting.default ?? setting.shownDefault ?? 'none'})`;
}

/** The settings as a table in Markdown, for docs/settings.md. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((setting: Setting<unknown>) => {
    const standard = setting.default === null ? setting.shownDefault : `\`${setting.default}\``;
    return `| \`${setting.name}\` | ${standard ?? ''} | ${setting.meaning} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
