import type { Chains, CurrencyProtocol, OpenChain } from '../chains/index.ts';
import { refused, type Refused } from '../../ground/gateway/index.ts';
import type { AddressDraft } from './withdrawal-addresses.ts';

/** Whether an address on a chain belongs to the exchange. */
export type OwnAddress = (chain: OpenChain, address: string) => Promise<boolean>;

/** An address as a request names it. */
export interface GivenAddress {
  readonly protocol: number;
  readonly address: string;
  readonly memo: string;
  readonly label: string;
}

type ReadRefusal =
  | 'protocol_unknown'
  | 'chain_unavailable'
  | 'address_malformed'
  | 'address_keyless'
  | 'address_memo_required'
  | 'address_memo_unused'
  | 'address_own';

/** The canonical form of an address that a user typed, with the terms of its network, or why it is refused. */
export async function readAddress(
  { chains, ownAddress }: { readonly chains: Chains; readonly ownAddress: OwnAddress },
  given: GivenAddress,
): Promise<{ readonly draft: AddressDraft; readonly protocol: CurrencyProtocol } | Refused<ReadRefusal>> {
  const protocol = chains.protocol(given.protocol);
  if (protocol === null) return refused('protocol_unknown');
  const chain = chains.chain(protocol.chain);
  if (chain === null) return refused('chain_unavailable');
  const checked = chain.adapter.checkAddress(given.address.trim());
  if ('problem' in checked) return refused(`address_${checked.problem}`);
  const { address } = checked;
  const memo = given.memo.trim();
  if (protocol.memoRequired && memo === '') return refused('address_memo_required');
  if (!protocol.memoRequired && memo !== '') return refused('address_memo_unused');
  if (await ownAddress(chain, address)) return refused('address_own');
  const label = given.label.trim();
  return { draft: { protocol: protocol.id, address, memo: memo === '' ? null : memo, label }, protocol };
}
