import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The leading groups of an IPv6 address that identify the network, a /64; its holder chooses the rest. */
const groupsOfNetwork = 4;

/**
 * The limits of the enclosing /56 and /48 as multiples of a network's limit, because providers assign either to one
 * subscriber.
 */
export const widerFactors = [4, 16] as const;

/**
 * An address in canonical form: without port, zone or brackets, and an IPv4-mapped IPv6 address as IPv4. Null if the
 * text is no address, because proxies pass on unchecked headers.
 */
export function readAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([0-9.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return (bare.split('%', 1)[0] ?? '').toLowerCase();
}

/**
 * The part of an address that identifies a subscriber: the whole IPv4 address, or the first 64 bits of an IPv6 address,
 * because a subscriber can use all addresses of a /64.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  // Every request asks this, and an address that was read has a colon only if it is IPv6.
  if (read === null || !read.includes(':')) return read ?? address;
  return networkText(groupsOf(read).slice(0, groupsOfNetwork), 64);
}

/** The /56 and the /48 around an IPv6 network; empty for an IPv4 address. */
export function widerNetworks(network: string): readonly string[] {
  if (!network.endsWith('::/64')) return [];
  const [a = 0, b = 0, c = 0, d = 0] = network.split(':').map((group) => Number.parseInt(group, 16));
  return [networkText([a, b, c, d & 0xff00], 56), networkText([a, b, c], 48)];
}

/** The widest network that may belong to a single subscriber. */
export function siteOf(network: string): string {
  return widerNetworks(network).at(-1) ?? network;
}

function networkText(groups: readonly number[], bits: number): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%', 1);
  const [head = '', tail] = text.split('::');
  const first = read16s(head);
  const last = tail === undefined ? [] : read16s(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0);
  return [...first, ...zeros, ...last];
}

/** Parses groups of 16 bits; the last two may be written as an IPv4 address. */
function read16s(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Counts slots held by networks: a maximum per network, and multiples of it for the enclosing networks. */
export class NetworkPlaces {
  readonly #maximum: number;
  readonly #held = new Map<string, number>();

  constructor(max: number) {
    this.#maximum = max;
  }

  hasRoomFor(network: string): boolean {
    const has = (name: string, factor: number): boolean => (this.#held.get(name) ?? 0) < this.#maximum * factor;
    return has(network, 1) && widerNetworks(network).every((wider, n) => has(wider, widerFactors[n] ?? 1));
  }

  take(network: string): void {
    for (const name of [network, ...widerNetworks(network)]) this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
  }

  leave(network: string): void {
    for (const name of [network, ...widerNetworks(network)]) {
      const left = (this.#held.get(name) ?? 1) - 1;
      if (left === 0) this.#held.delete(name);
      else this.#held.set(name, left);
    }
  }
}

/** An IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

/** A predicate for addresses that are listed or are within one of the listed networks. */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const address = readAddress(text);
    return address !== null && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

/** The address of a request. If a proxy reports an invalid address, it is the proxy's own. */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { ip, socket } = request;
  // Connections other than TCP have no address.
  return readAddress(ip) ?? readAddress(socket.remoteAddress ?? '') ?? '';
}
