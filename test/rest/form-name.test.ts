import { expect, test } from '@jest/globals';
import { chooseFormName } from '../../rest/request/form-name.ts';

test.each([
  [{ 'x-serviceapikey': 'k' }, 'json', 'newer'],
  [{ 'x-serviceapikey': 'k', authorization: 'Basic a2V5Og==' }, 'none', 'newer'],
  [{ 'x-serviceapikey': ' ', authorization: 'Basic a2V5Og==' }, 'none', 'older'],
  [{ authorization: 'basic junk' }, 'none', 'older'],
  [{ authorization: 'Bearer x' }, 'none', 'newer'],
  [{ authorization: 'Basics x' }, 'json', 'older'],
  [{}, 'json', 'older'],
  [{}, 'none', 'newer'],
  [{ 'x-serviceordertoken': 't' }, 'none', 'newer'],
] as const)('F1: %j with suffix %s is answered in the %s form', (headers, suffix, form) => {
  expect(chooseFormName(headers, suffix)).toBe(form);
});
