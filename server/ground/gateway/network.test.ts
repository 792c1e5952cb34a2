import { expect, test } from 'vitest';
import { isWithin, networkOf, NetworkPlaces, readAddress, siteOf, widerNetworks } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::5]:50123', '2001:db8:1:2::/64'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:1', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.7:', '[::1', '1.2.3.4.5:80', '2001:db8::1::2'])(
  '%j is not an address',
  (text) => {
    expect(readAddress(text)).toBeNull();
  },
);

test('an IPv6 network has two enclosing networks that may belong to the same subscriber', () => {
  expect(widerNetworks(networkOf('2001:db8:1:2ff:3::4'))).toEqual(['2001:db8:1:200::/56', '2001:db8:1::/48']);
  expect(siteOf(networkOf('2001:db8:1:2ff:3::4'))).toBe('2001:db8:1::/48');
  expect(widerNetworks('203.0.113.7')).toEqual([]);
  expect(siteOf('203.0.113.7')).toBe('203.0.113.7');
});

test('slots are counted for a network and its enclosing networks', () => {
  const places = new NetworkPlaces(2);
  const taken: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const network = networkOf(`2001:db8:1:${n.toString(16)}::1`);
    for (let k = 0; k < 3; k += 1) {
      if (!places.hasRoomFor(network)) continue;
      places.take(network);
      taken.push(network);
    }
  }
  // Four times two within the /56, which contains all of these networks.
  expect(taken).toHaveLength(8);
  expect(places.hasRoomFor(networkOf('2001:db8:1:100::1'))).toBe(true);
  for (const network of taken) places.leave(network);
  expect(places.hasRoomFor(networkOf('2001:db8:1:0::1'))).toBe(true);
});

test('a proxy is recognized in every notation of its address', () => {
  const isProxy = isWithin(['10.0.0.0/8', '2001:db8::7']);
  for (const text of ['10.1.2.3', '10.1.2.3:443', '::ffff:10.1.2.3', '[2001:db8::7]:443']) {
    expect(isProxy(text), text).toBe(true);
  }
  for (const text of ['11.1.2.3', 'unknown', '2001:db8::8']) expect(isProxy(text), text).toBe(false);
});
