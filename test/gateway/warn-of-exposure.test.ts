import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import { warnOfExposure } from '../../gateway/settings/warn-of-exposure.ts';
import { keepLog } from './support.ts';

/** The lines of the log: level and message. */
function warnings(settings: Readonly<Record<string, string>>): unknown[] {
  const { log, lines } = keepLog();
  warnOfExposure(readConfig(settings), log);
  return lines.map(({ level, msg }) => [level, msg]);
}

const noAddress = 'PUBLIC_URL is not set, so Location and Link have no host';
const noLimit = 'RATE_LIMIT is off, so nothing stops floods of requests and guessing of keys';
const PUBLIC_URL = 'https://shop.example';

describe('a start that others can reach says what it lacks', () => {
  test.each(['127.0.0.1', '127.8.0.1', 'localhost', '::1', '::ffff:127.0.0.1'])(
    'nothing at %s, which only this machine reaches',
    (HOST) => {
      expect(warnings({ HOST, RATE_LIMIT: 'off' })).toEqual([]);
    },
  );

  test.each(['0.0.0.0', '::', '192.0.2.7', 'store.internal', '127.example.com'])(
    'in one line at %s',
    (HOST) => {
      expect(warnings({ HOST })).toEqual([
        [40, `The store can be reached at ${HOST}: ${noAddress}.`],
      ]);
      expect(warnings({ HOST, PUBLIC_URL, TRUST_PROXY: '1', RATE_LIMIT: 'off' })).toEqual([
        [40, `The store can be reached at ${HOST}: ${noLimit}.`],
      ]);
      expect(warnings({ HOST, RATE_LIMIT: 'off' })).toEqual([
        [40, `The store can be reached at ${HOST}: ${noAddress}; ${noLimit}.`],
      ]);
    },
  );

  test('nothing where nothing is missing', () => {
    expect(warnings({ HOST: '0.0.0.0', PUBLIC_URL, TRUST_PROXY: '1' })).toEqual([]);
    expect(warnings({ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  });

  test.each(['127.0.0.1', '0.0.0.0'])(
    'that a proxy in front of %s is not trusted, so that all clients have its address',
    (HOST) => {
      expect(warnings({ HOST, PUBLIC_URL })).toEqual([
        [
          40,
          'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is 0: all clients share one address, its limits and its place in the log.',
        ],
      ]);
    },
  );
});
