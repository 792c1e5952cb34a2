import type { WithdrawalAddress } from '@bourse/contract/addresses';
import { type Chains, networkOnWire } from '../chains/index.ts';
import type { Listings } from '../../ground/feed/index.ts';
import type { StoredAddress } from './withdrawal-addresses.ts';

export interface WireSurroundings {
  readonly chains: Chains;
  readonly listings: Listings;
}

export function addressOnWire({ chains, listings }: WireSurroundings, stored: StoredAddress): WithdrawalAddress {
  const protocol = chains.protocol(stored.protocol);
  if (protocol === null) throw new Error(`address ${stored.id} has the unknown protocol ${stored.protocol}`);
  return {
    id: stored.id,
    currency_protocol_id: protocol.id,
    currency_code: listings.currency(protocol.currency).code,
    chain_protocol: networkOnWire(protocol),
    address: stored.address,
    memo: stored.memo,
    label: stored.label,
    created_at: stored.createdAtMs,
    usable_from: stored.maturedAtMs,
  };
}
