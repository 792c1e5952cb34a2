import { isIP } from 'node:net';

/** Whether a host of an address is this machine; IPv6 addresses may have their brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
