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
    select work.chain_id, work.wallet, work.payments::text, progress.since::text
    from (
      select chain_id, wallet, count(*) filter (where waits) as payments, min(created_at) filter (where waits) as oldest,
             max(signed_at) filter (where purpose <> 'fill') as signed
      from (
        select chain_id, wallet, purpose, created_at, stage = 'queued' or not exists (
          select from attempts where attempts.outgoing_id = outgoing.id and attempts.height is not null) as waits, (
          select max(attempts.created_at) from attempts
          where attempts.outgoing_id = outgoing.id and attempts.kind = 'payment' and attempts.raw is not null
        ) as signed_at
        from outgoing where stage in ('queued', 'assigned', 'sent')
      ) open
      group by chain_id, wallet having bool_or(waits)
    ) work
    -- An ended payment was signed before its end.
    cross join lateral (
      select greatest(work.oldest, work.signed, (
        select max(changed_at) from outgoing
        where outgoing.chain_id = work.chain_id and outgoing.wallet = work.wallet and purpose <> 'fill'
          and stage in ('paid', 'cancelled', 'failed', 'refused')
      )) as since
    ) progress
    order by progress.since, work.chain_id, work.wallet`.execute(db);
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
