import { paymentTypes } from '@bourse/contract/payments';
import type { OnSilence } from '@bourse/engine/escrow';
import type { SiteSettings } from '../../../people/identity/index.ts';
import { newcomerOrders } from '../shop/limits.ts';
import type { Payee } from './stored-order.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type TermSettings = Pick<
  SiteSettings,
  | 'p2p_appeal_minutes'
  | 'p2p_auto_confirm'
  | 'p2p_auto_mature_hours'
  | 'p2p_auto_minutes'
  | 'p2p_delay_minutes'
  | 'p2p_fee_ppm'
  | 'p2p_mature_hours'
>;

/** The terms of an escrow, which are fixed when it opens. */
interface EscrowTermsOfOrder {
  readonly feePpm: number;
  readonly windowMs: number;
  readonly appealMs: number;
  readonly delayMs: number;
  readonly autoMs: number;
  readonly matureMs: number;
  readonly autoMatureMs: number;
  readonly onSilence: OnSilence;
}

interface Deal {
  readonly payMinutes: number;
  readonly payees: readonly Payee[];
  /** Completed orders of the buyer. */
  readonly completed: number;
}

/**
 * The terms of a new order. Payments that can be taken back, and buyers without some completed orders, are never
 * confirmed by time alone, and coins for the former mature longer.
 */
export function escrowTerms(settings: TermSettings, { completed, payMinutes, payees }: Deal): EscrowTermsOfOrder {
  const isReversible = payees.some(({ code }) => paymentTypes[code].reversible);
  const { p2p_auto_mature_hours: longest, p2p_mature_hours: hours } = settings;
  return {
    feePpm: settings.p2p_fee_ppm,
    windowMs: payMinutes * minuteMs,
    appealMs: settings.p2p_appeal_minutes * minuteMs,
    delayMs: settings.p2p_delay_minutes * minuteMs,
    autoMs: settings.p2p_auto_minutes * minuteMs,
    matureMs: (isReversible ? Math.max(hours, longest) : hours) * hourMs,
    autoMatureMs: longest * hourMs,
    onSilence: isReversible || completed < newcomerOrders ? 'appeal' : settings.p2p_auto_confirm,
  };
}
