import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from './suffix.ts';

/** The two forms of the contract. */
export type FormName = 'older' | 'newer';

/**
 * The form that answers: the credential chooses, good or bad, and without one the suffix does.
 * Contract: Authentication. Decision: F1, G1.
 */
export function chooseFormName(headers: IncomingHttpHeaders, suffix: Address['suffix']): FormName {
  const key = headers['x-serviceapikey'];
  if (typeof key === 'string' && key.trim() !== '') return 'newer';
  if (/^\s*basic(\s|$)/i.test(headers.authorization ?? '')) return 'older';
  return suffix === 'json' ? 'older' : 'newer';
}
