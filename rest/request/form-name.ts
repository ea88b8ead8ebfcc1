import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from './suffix.ts';

export type FormName = 'older' | 'newer';

/**
 * The format of the response: the credentials select it, valid or not; without any, the suffix `.json` does.
 * Contract: Authentication. Decision: F1.
 */
export function chooseFormName(headers: IncomingHttpHeaders, suffix: Address['suffix']): FormName {
  const key = headers['x-serviceapikey'];
  if (typeof key === 'string' && key.trim() !== '') return 'newer';
  if (/^\s*basic(\s|$)/i.test(headers.authorization ?? '')) return 'older';
  return suffix === 'json' ? 'older' : 'newer';
}
