import { type Kysely, sql } from 'kysely';
import type { OpenChain } from '../chains/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** A wallet that has had work for this long without progress is at a standstill, or for as long as some blocks take. */
const patience = { ms: 5 * 60_000, blocks: 6 };

/** A wallet whose waiting payments have made no progress for too long. */
interface Standstill {
  readonly chain: number;
  readonly wallet: string;
  /** Payments that are queued, or have a nonce and are in no block. */
  readonly payments: number;
  readonly sinceMs: number;
}

/**
 * The wallets that have had work for minutes without progress, the longest first. Progress is the signature of a
 * payment, or its end; a nonce that is only taken is none, nor is an empty transaction in its place, nor an order.
 */
export async function findStandstills(
  db: Kysely<Schema>,
  chains: readonly Pick<OpenChain, 'blockMs' | 'id'>[],
  nowMs: number,
): Promise<readonly Standstill[]> {
  const { rows } = await sql<{ chain_id: number; wallet: string; payments: string; since: string }>`
    select work.chain_id, work.wallet, work.payments::text, greatest(work.oldest, coalesce(progress.at, 0))::text as since
    from (
      select chain_id, wallet, count(*) as payments, min(created_at) as oldest from outgoing
      where stage = 'queued' or (stage in ('assigned', 'sent') and not exists (
        select from attempts where attempts.outgoing_id = outgoing.id and attempts.height is not null))
      group by chain_id, wallet
    ) work
    cross join lateral (
      select greatest(
        max(changed_at) filter (where stage in ('paid', 'cancelled', 'failed', 'refused')),
        max((select max(attempts.created_at) from attempts
          where attempts.outgoing_id = outgoing.id and attempts.kind = 'payment' and attempts.raw is not null))
      ) as at from outgoing
      where outgoing.chain_id = work.chain_id and outgoing.wallet = work.wallet and purpose <> 'fill'
    ) progress
    order by greatest(work.oldest, coalesce(progress.at, 0)), work.chain_id, work.wallet`.execute(db);
  return rows
    .map(({ chain_id: chain, payments, since, wallet }) => ({
      chain,
      wallet,
      payments: safeInteger(payments),
      sinceMs: safeInteger(since),
    }))
    .filter(({ chain, sinceMs }) => {
      const blockMs = chains.find(({ id }) => id === chain)?.blockMs ?? 0;
      return sinceMs <= nowMs - Math.max(patience.ms, patience.blocks * blockMs);
    });
}
