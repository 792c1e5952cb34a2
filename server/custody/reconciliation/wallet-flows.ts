import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/**
 * Coins of the exchange itself: `contributed` to its hot and cold wallets from outside, or received unseen and booked
 * by people, and paid by transactions that no record explains.
 */
export type WalletTerm = 'contributed' | 'unfounded';

/** A sum of an asset of a chain, in its smallest units. */
export interface WalletFlow {
  readonly chain: number;
  readonly asset: string;
  readonly term: WalletTerm;
  readonly amount: bigint;
}

/** The own wallets of a chain as of a block, with the coins of the cold one by asset. */
export interface OwnWallets {
  readonly chain: number;
  readonly hot: string;
  readonly height: number;
  readonly cold: ReadonlyMap<string, bigint>;
}

/** Reads both sums. The coins of the cold wallets that own payments have not brought there are contributed too. */
export async function readWalletFlows(
  db: Kysely<Schema>,
  wallets: readonly OwnWallets[],
): Promise<readonly WalletFlow[]> {
  const columns = {
    chains: wallets.map(({ chain }) => chain),
    hot: wallets.map(({ hot }) => hot),
    heights: wallets.map(({ height }) => height),
  };
  const { rows } = await sql<{ chain: number; asset: string; term: WalletTerm; amount: string }>`
    with wallets as (
      select * from unnest(${columns.chains}::integer[], ${columns.hot}::text[], ${columns.heights}::bigint[])
        as given (chain_id, address, height)
    )
    select i.chain_id as chain, i.asset, 'contributed' as term, sum(i.amount)::text as amount
      from chain_inflows i join wallets using (chain_id, address)
      where not exists (select from attempts a where a.hash = i.tx) group by 1, 2
    union all select o.chain_id, o.asset, 'contributed', (- sum(o.amount))::text
      from outgoing o join wallets on wallets.chain_id = o.chain_id
      where o.purpose = 'cold' and exists (
        select from attempts a where a.outgoing_id = o.id and a.kind = 'payment' and a.height <= wallets.height
          and not a.reverted
      ) group by 1, 2
    union all select b.chain_id, b.asset, 'contributed', sum(b.amount)::text
      from surplus_bookings b join wallets using (chain_id) group by 1, 2
    union all select o.chain_id, o.asset, 'unfounded', sum(o.amount)::text from outgoing o
      where o.stage <> 'cancelled' and exists (
        select from attempts a where a.outgoing_id = o.id and a.kind = 'payment' and a.raw is not null
          and a.reverted is not true
      ) and not case o.purpose
        when 'withdrawal' then exists (select from withdrawals w where 'withdrawal/' || w.id = o.reference)
        when 'gas' then exists (select from sweeps s where s.id::text = split_part(o.reference, '/', 3))
        when 'fill' then o.amount = 0
        else exists (select from sweeps s where o.purpose || '/' || s.id = o.reference)
      end group by 1, 2`.execute(db);
  const cold = wallets.flatMap(({ chain, cold: coins }) =>
    Array.from(coins, ([asset, amount]): WalletFlow => ({ chain, asset, term: 'contributed', amount })),
  );
  return [...rows.map(({ amount, ...flow }) => ({ ...flow, amount: BigInt(amount) })), ...cold];
}
