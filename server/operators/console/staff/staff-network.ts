import { isIPv6 } from 'node:net';
import { readAddress, siteOf, networkOf } from '../../../ground/gateway/index.ts';

/**
 * The network to which a session of staff is bound: the IPv4 /24 or IPv6 /48. Addresses within it change with the
 * leases of one office or provider; a cookie that is used from elsewhere was stolen.
 */
export function staffNetworkOf(address: string): string {
  const read = readAddress(address);
  if (read === null) return '';
  if (isIPv6(read)) return siteOf(networkOf(read));
  return `${read.split('.').slice(0, 3).join('.')}.0/24`;
}
