import { describe, expect, test } from '@jest/globals';
import { addressReader, networkOf } from '../../gateway/passage/client-address.ts';

function requestFrom(remoteAddress: string, forwarded?: string) {
  return {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  };
}

describe('the address of a client (P33)', () => {
  test.each([
    ['the socket says it', 0, '203.0.113.9', undefined, '203.0.113.9'],
    ['nobody else is believed without a trusted proxy', 0, '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['one trusted proxy noted it last', 1, '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['two trusted proxies', 2, '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['fewer entries than proxies', 3, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a proxy that noted nothing', 1, '10.0.0.1', undefined, '10.0.0.1'],
    ['a note that is no address', 1, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a note with a port', 1, '10.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
    ['IPv6 with brackets and a port', 1, '10.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
    ["IPv4 in IPv6's clothes", 0, '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['IPv6 with a zone', 0, 'fe80::1%eth0', undefined, 'fe80::1'],
  ])('%s', (_title, hops, remoteAddress, forwarded, address) => {
    expect(addressReader(hops)(requestFrom(remoteAddress, forwarded))).toBe(address);
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0002::', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
