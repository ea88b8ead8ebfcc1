import { nearMiss } from './near-miss.ts';

/** Invalid settings; the message has a line for each. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';

  constructor(faults: readonly string[]) {
    super(['the settings are not valid.', ...faults.map((fault) => `  ${fault}.`)].join('\n'));
  }
}

const mostShown = 60;

/** What is wrong with a setting, with its value unless it is secret, and without user and password of a URL. */
export function faultOf(
  setting: { readonly name: string; readonly secret?: true },
  text: string,
  expected: string,
): string {
  const must = `must be ${expected}`;
  if (setting.secret) return `${setting.name} ${must}`;
  const shown = text.replace(/\/\/[^/]*@/g, '//[secret]@');
  const cut = shown.length > mostShown ? `${shown.slice(0, mostShown)}...` : shown;
  return `${setting.name} is ${JSON.stringify(cut)} but ${must}`;
}

/** Maximum number of typing errors in a name; a short one would resemble another program's variable. */
function mostLettersOff(name: string): number {
  if (name.length < 6) return 0;
  return name.length < 10 ? 1 : 2;
}

/** A sentence for each name in the environment that resembles a setting's. Names of other programs are ignored. */
export function tellNearMisses(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = nearMiss(name, settings, mostLettersOff);
    if (meant === undefined || environment[meant]) return [];
    return [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
}
