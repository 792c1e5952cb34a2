import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AdSuspension } from '@bourse/contract/p2p';
import { userId, type UserId } from '@bourse/engine';
import { inTransaction, safeInteger } from '../../../ground/database/index.ts';
import type { Notices, Sending } from '../../../people/alerts/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import { type Ad, lockAd } from './ad.ts';
import type { AdBoard, Listed } from './board.ts';
import { type ConditionParts, passingReason } from './conditions.ts';
import { findMerchant, type Merchant } from './merchant.ts';
import type { OrderRecords } from './ports.ts';
import type { With } from '../../../ground/parts.ts';

export interface ReviewParts extends ConditionParts, With<'identityDb'> {
  readonly board: Pick<AdBoard, 'all' | 'refresh'>;
  readonly notices: Pick<Notices, 'write'>;
  readonly orders: Pick<OrderRecords, 'blockedBuyers'>;
}

/** Suspensions that come and go by themselves, or that the merchant has caused: no notice is written about them. */
const silent: readonly AdSuspension[] = ['merchant', 'offline', 'rate', 'staff'];

/** So many ads are judged in one turn of the event loop. */
const inOneTurn = 250;

/** The facts about all merchants that a round needs. */
interface Facts {
  /** The held bond of each merchant. */
  readonly held: ReadonlyMap<UserId, number>;
  /** Merchants who cannot buy before the next day. */
  readonly blocked: ReadonlySet<UserId>;
}

/**
 * One round: suspends the ads that cannot be taken, and opens those again that open by themselves. Takers do not depend
 * on it, because the conditions are judged again whenever an ad is taken.
 */
export async function reviewAds(parts: ReviewParts, signal?: AbortSignal): Promise<void> {
  const listed = parts.board.all();
  const facts = await readFacts(parts, listed);
  for (const [at, { ad, merchant }] of listed.entries()) {
    if (at % inOneTurn === inOneTurn - 1) await nextTurn();
    if (signal?.aborted === true) return;
    if (isUnchanged(ad, reasonOf(parts, facts, ad, merchant))) continue;
    const send = await inTransaction(parts.identityDb, async (transaction): Promise<Sending | null> => {
      const now = await lockAd(transaction, ad.id);
      if (now === null || now.stage !== 'live') return null;
      const reason = reasonOf(parts, facts, now, await findMerchant(transaction, now.user));
      if (isUnchanged(now, reason)) return null;
      await transaction
        .updateTable('ads')
        .set({ state: reason === null ? 'open' : 'suspended', suspended_by: reason, changed_at: parts.now() })
        .where('id', '=', String(now.id))
        .execute();
      if (reason === null || now.state === 'suspended' || silent.includes(reason)) return null;
      return parts.notices.write(transaction, now.user, 'p2p_ad_suspended', { ad: String(now.id) });
    });
    await parts.board.refresh(ad.id);
    send?.();
  }
}

async function readFacts({ identityDb, orders }: ReviewParts, listed: readonly Listed[]): Promise<Facts> {
  const bonds = await identityDb
    .selectFrom('merchant_bonds')
    .select(({ fn }) => ['user_id', fn.sum<string>('amount').as('held')])
    .where('stage', '=', 'held')
    .groupBy('user_id')
    .execute();
  const buyers = new Set(listed.filter(({ ad }) => ad.side === 'buy').map(({ ad }) => ad.user));
  const blocked = await orders.blockedBuyers([...buyers]);
  const held = bonds.map((row) => [userId(safeInteger(row.user_id)), safeInteger(row.held)] as const);
  return { held: new Map(held), blocked };
}

/** Whether an ad is as it should be with this reason for a suspension. */
function isUnchanged({ autoOpen, state, suspendedBy }: Ad, reason: AdSuspension | null): boolean {
  if (state === 'off_shelf') return true;
  // These end by a person only.
  if (suspendedBy === 'merchant' || suspendedBy === 'staff') return true;
  if (reason === null) return state === 'open' || !autoOpen;
  // One that its merchant opens keeps its first reason.
  return state === 'suspended' && (reason === suspendedBy || !autoOpen);
}

function reasonOf(parts: ReviewParts, facts: Facts, ad: Ad, merchant: Merchant | null): AdSuspension | null {
  const isRestricted = restrictionView.of(parts.views).scopeOf(ad.user) !== 'none';
  if (merchant?.state !== 'approved' || isRestricted) return 'account';
  if ((facts.held.get(ad.user) ?? 0) < merchant.bondNeeded) return 'bond';
  if (ad.side === 'buy' && facts.blocked.has(ad.user)) return 'cancels';
  return passingReason(parts, ad, merchant.paused);
}
