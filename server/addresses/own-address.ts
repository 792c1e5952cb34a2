import type { Kysely } from 'kysely';
import type { OpenChain } from '../chains/index.ts';
import type { Schema } from '../database/index.ts';
import { type Signer, SignerUnavailable } from '../signer/index.ts';

/** Whether an address on a chain belongs to the exchange. */
export type OwnAddress = (chain: OpenChain, address: string) => Promise<boolean>;

/**
 * Knows the deposit addresses of all users, the shared one of chains with memos, and the hot wallet. Without an answer
 * of the signer only the first are recognised; an address is only saved here, not paid.
 */
export function ownAddressIn(db: Kysely<Schema>, signer: Signer | null): OwnAddress {
  return async (chain, address) => {
    const row = await db
      .selectFrom('deposit_addresses')
      .select('user_id')
      .where('chain_id', '=', chain.id)
      .where('address', '=', address)
      .executeTakeFirst();
    if (row !== undefined || signer === null) return row !== undefined;
    try {
      const [hot, xpub] = await Promise.all([
        signer.address(chain.code, { kind: 'hot' }),
        signer.depositXpub(chain.code),
      ]);
      return address === hot || address === chain.adapter.deriveAddress(xpub, 0);
    } catch (error) {
      if (error instanceof SignerUnavailable) return false;
      throw error;
    }
  };
}
