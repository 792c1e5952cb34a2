import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The groups of an IPv6 address before those that whoever holds the network chooses: a /64. */
const groupsOfNetwork = 4;

/**
 * How many times the bound of a network holds for all within the next wider ones, a /56 and a /48: providers give out
 * either to one subscriber.
 */
export const widerFactors = [4, 16] as const;

/**
 * An address as one writes it: without a port, a zone or brackets, and an IPv4 one as such also where it is written as
 * an IPv6 one. Null for what is no address: proxies pass on whatever they are told.
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
 * The part of an address that stands for one subscriber: a whole IPv4 address, and the first 64 bits of an IPv6 one,
 * because whoever has one of those has all the addresses behind it.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === null || !isIPv6(read)) return read ?? address;
  return networkText(groupsOf(read).slice(0, groupsOfNetwork), 64);
}

/** The /56 and the /48 of a network of IPv6 addresses; none of an IPv4 address. */
export function widerNetworks(network: string): readonly string[] {
  if (!network.endsWith('::/64')) return [];
  const [a = 0, b = 0, c = 0, d = 0] = network.split(':').map((group) => Number.parseInt(group, 16));
  return [networkText([a, b, c, d & 0xff00], 56), networkText([a, b, c], 48)];
}

/** The widest network that may be one subscriber's. */
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

/** Groups of 16 bits; the last two may be written as an IPv4 address. */
function read16s(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Places that networks hold, a bounded number each, and several times that all within a wider one. */
export class NetworkPlaces {
  readonly #maximum: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#maximum = most;
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

/** Tells whether an address is one of these, or within one of these networks. */
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

/** Where a request comes from, as far as it is known: what a proxy says is no address counts as the proxy's own. */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { ip, socket } = request;
  // On a line that is no network's there is none.
  return readAddress(ip) ?? readAddress(socket.remoteAddress ?? '') ?? '';
}
