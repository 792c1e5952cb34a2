import { isIPv6 } from 'node:net';

/**
 * The part of an address that stands for one subscriber: a whole IPv4 address, and the first 64 bits of an IPv6 one, because whoever
 * has one of those has all the addresses behind it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0);
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
    .concat('::/64');
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
