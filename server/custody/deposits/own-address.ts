import type { OpenChain } from '../chains/index.ts';
import { sharedIndex } from './addresses.ts';
import type { With } from '../../ground/parts.ts';

export type OwnAddressParts = With<'db' | 'signer'>;

/**
 * Whether an address belongs to the exchange: the deposit address of a user, the shared one of a chain with memos, or
 * a wallet of the exchange, hot or cold. Those of users are recognised without the signer. @throws SignerUnavailable
 */
export async function isOwnAddress(
  { db, signer }: OwnAddressParts,
  chain: OpenChain,
  address: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('user_id')
    .where('chain_id', '=', chain.id)
    .where('address', '=', address)
    .executeTakeFirst();
  if (row !== undefined || signer === null) return row !== undefined;
  const [hot, cold, xpub] = await Promise.all([
    signer.address(chain.code, { kind: 'hot' }),
    signer.coldAddress(chain.code),
    signer.depositXpub(chain.code),
  ]);
  return [hot, cold, chain.adapter.deriveAddress(xpub, sharedIndex)].includes(address);
}
