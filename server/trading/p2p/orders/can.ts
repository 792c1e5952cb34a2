import { type LegalAction, legalStatus, p2pLimits } from '@bourse/contract/p2p';
import type { OwnOrder } from './order-reader.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The time after a cancellation in which the order can be reopened. */
export const reopenMs = 2 * p2pLimits.lateHours * hourMs;

/** The facts about an order that decide what a side can do with it, besides its state. */
export interface Circumstances {
  readonly nowMs: number;
  /** Whether the seller's account is restricted. */
  readonly isSellerFrozen: boolean;
  /** Whether the buyer has filed a late payment. */
  readonly isLateFiled: boolean;
  readonly isReopened: boolean;
  /** Whether an appeal is open, also about a cancelled order. */
  readonly isAppealed: boolean;
  /** Whether the side has opened as many appeals as it may. */
  readonly isLastAppeal: boolean;
  readonly isRated: boolean;
}

/** Until when a late payment can be filed; null if none can. */
export function lateUntil({ state }: Pick<OwnOrder, 'state'>): number | null {
  const { endedAtMs, endReason, status } = state;
  if (status !== legalStatus.cancelled || endedAtMs === null || endReason === 'refunded') return null;
  return endedAtMs + p2pLimits.lateHours * hourMs;
}

/** Until when the seller can reopen a cancelled order; null if it cannot be. */
export function reopenUntil(own: Pick<OwnOrder, 'state'>): number | null {
  const { endedAtMs } = own.state;
  return lateUntil(own) === null || endedAtMs === null ? null : endedAtMs + reopenMs;
}

/** Until when an order that was paid can be rated; null before its end, and if it was not paid. */
export function rateUntil({ state: { endedAtMs, paidAtMs } }: Pick<OwnOrder, 'state'>): number | null {
  return endedAtMs === null || paidAtMs === null ? null : endedAtMs + p2pLimits.ratingDays * dayMs;
}

/** Until when the chat is open; null before the end of the order. */
export function chatUntil({ state: { endedAtMs } }: Pick<OwnOrder, 'state'>): number | null {
  return endedAtMs === null ? null : endedAtMs + p2pLimits.chatDays * dayMs;
}

/** The calls that a side can make about its order now. */
export function actionsOf(own: OwnOrder, facts: Circumstances): LegalAction[] {
  const talk: LegalAction[] = (chatUntil(own) ?? Infinity) > facts.nowMs || facts.isAppealed ? ['say'] : [];
  const canRate = !facts.isRated && (rateUntil(own) ?? 0) > facts.nowMs;
  return [...stateActions(own, facts), ...talk, ...(canRate ? (['rate'] as const) : []), 'block', 'report'];
}

function stateActions(own: OwnOrder, facts: Circumstances): LegalAction[] {
  const { order, role, state, user } = own;
  const { isSellerFrozen, nowMs } = facts;
  const isSeller = role === 'seller';
  const whenFree = (...actions: LegalAction[]): LegalAction[] => (isSellerFrozen ? [] : actions);
  switch (state.status) {
    case legalStatus.unpaid:
      if (!isSeller) return ['pay', 'cancel'];
      return [...whenFree('release'), ...(state.isCancelAsked ? [] : (['ask_cancel'] as const))];
    case legalStatus.paid:
    case legalStatus.delayed: {
      const canAppeal = state.appealFromMs !== null && state.appealFromMs <= nowMs;
      return [
        ...(isSeller ? whenFree('release') : (['concede'] as const)),
        ...(canAppeal ? (['appeal'] as const) : []),
        ...(order.maker === user ? (['abnormal'] as const) : []),
      ];
    }
    case legalStatus.appeal:
    case legalStatus.abnormal:
      return [
        ...(isSeller ? whenFree('concede') : (['concede'] as const)),
        'evidence',
        ...(state.appealBy === user && !facts.isLastAppeal ? whenFree('appeal_withdraw') : []),
      ];
    case legalStatus.completed:
      return [];
    case legalStatus.cancelled:
      return endedActions(own, facts);
  }
}

function endedActions(own: OwnOrder, facts: Circumstances): LegalAction[] {
  const { isAppealed, isLateFiled, isReopened, isSellerFrozen, nowMs } = facts;
  const evidence: LegalAction[] = isAppealed ? ['evidence'] : [];
  if (isReopened) return evidence;
  const canFile = own.role === 'buyer' && !isLateFiled && (lateUntil(own) ?? 0) > nowMs;
  const canReopen = own.role === 'seller' && isLateFiled && !isSellerFrozen && (reopenUntil(own) ?? 0) > nowMs;
  return [...evidence, ...(canFile ? (['late'] as const) : []), ...(canReopen ? (['reopen'] as const) : [])];
}
