import { isLoopback } from '../../rest/index.ts';
import { BadSettings, faultOf } from './setting-faults.ts';
import { BadSetting } from './setting-readers.ts';
import { type Setting, settings } from './settings.ts';

type Settings = typeof settings;
type Value<Key extends keyof Settings> =
  | ReturnType<Settings[Key]['read']>
  | (Settings[Key] extends { readonly default: string } ? never : undefined);

/** The settings of one run, read and checked. */
export type Config = { readonly [Key in keyof Settings]: Value<Key> } & {
  readonly sampleData: boolean;
  readonly databasePool: number;
};

/**
 * Reads the settings from an environment.
 * Throws BadSettings, which lists every bad setting with its value and what it should be; secret values are not
 * repeated.
 * Decision: A8.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = (setting: Setting): unknown => {
    const text = environment[setting.name] || setting.default;
    if (text === undefined) return undefined;
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
  // a server accepts a hundred connections unless it is told otherwise; the rest is for itself and for people
  values['databasePool'] ??= Math.min(32, Math.floor(80 / Number(values['workers'])));
  return values as Config;
}

/** Minimum length of ADMIN_API_KEY, against guessing. */
const leastKey = (host: string): number => (isLoopback(host) ? 8 : 16);

/** The settings by name as texts, without the secret and absent ones. */
export function toldSettings(config: Config): Record<string, string> {
  const entries = Object.entries(settings).flatMap(([key, setting]: [string, Setting]) => {
    const value: unknown = config[key as keyof Settings];
    if (setting.secret || value === undefined || value === null) return [];
    return [[setting.name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(entries);
}
