import type { Language } from '@bourse/contract/texts';
import { type MovementReason, movementReasons, type WalletMovement } from '@bourse/contract/wallet';
import type { WithdrawalStatus } from '@bourse/contract/withdrawals';
import type { Chains } from '../chains/index.ts';
import type { WithdrawalStage } from './tables.ts';
import { type Listings, unitsText } from '../../ground/feed/index.ts';
import { isRecalled, type PaymentState } from '../outgoing/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface WithdrawalSurroundings {
  readonly chains: Chains;
  readonly listings: Listings;
  /** The confirmations of a block of a chain. */
  readonly confirmations: (chain: number, height: number) => number;
}

/** A withdrawal as its owner sees it. */
export function withdrawalOnWire(
  { chains, confirmations, listings }: WithdrawalSurroundings,
  withdrawal: Withdrawal,
  payment: PaymentState | null,
  language: Language,
): WalletMovement {
  const protocol = chains.protocol(withdrawal.protocol);
  if (protocol === null) throw new Error(`The network ${withdrawal.protocol} of a withdrawal is unknown.`);
  const chain = chains.chain(protocol.chain);
  const currency = listings.currency(withdrawal.currency);
  const needed = chain?.finalAfter ?? 0;
  const { hash = null, height = null } = payment ?? {};
  const status = statusOf(withdrawal.stage);
  const seen = height === null ? 0 : Math.min(needed, confirmations(protocol.chain, height));
  return {
    id: withdrawal.id,
    currency_id: currency.id,
    currency_code: currency.code,
    currency_protocol_id: protocol.id,
    protocol: protocol.code,
    number: unitsText(currency, withdrawal.amount),
    fee: unitsText(currency, withdrawal.fee),
    net: unitsText(currency, withdrawal.amount - withdrawal.fee),
    address: withdrawal.address,
    memo: withdrawal.memo,
    status,
    status_name: say(language, `movements.${status}`),
    reason: reasonOf(withdrawal, payment),
    confirmations: status === 'confirmed' ? needed : seen,
    needed,
    tx_hash: hash,
    tx_url: hash === null ? null : (chain?.transactionUrl(hash) ?? null),
    earliest_at: withdrawal.earliestMs,
    keeps_fee: payment?.stage === 'sent' && !payment.cancelAsked,
    created_at: withdrawal.createdMs,
  };
}

export function statusOf(stage: WithdrawalStage): WithdrawalStatus {
  if (stage === 'creating') return 'requested';
  return stage === 'void' ? 'rejected' : stage;
}

/** Why a withdrawal waits, or how it ended. */
export function reasonOf({ reason, stage }: Withdrawal, payment: PaymentState | null): MovementReason | null {
  if (stage === 'void' || stage === 'creating') return null;
  const isUnderWay = stage === 'approved' || stage === 'broadcast';
  if (payment?.cancelAsked === true && isUnderWay) return 'cancelling';
  // One that was taken back is queued again in a moment.
  const isQueuedAgain = payment === null || isRecalled(payment);
  return movementReason(reason ?? (isUnderWay && !isQueuedAgain ? payment.reason : null));
}

/** A stored reason as users see it: they are not shown which rule of the signer was broken. */
export function movementReason(stored: string | null): MovementReason | null {
  if (stored === null || stored.startsWith('{')) return null;
  if (stored === 'gas_short') return 'hot_wallet_short';
  const known = movementReasons.find((reason) => reason === stored);
  return known ?? (capped.has(stored) ? 'payment_capped' : 'payment_refused');
}

const capped: ReadonlySet<string> = new Set(['over_hour_cap', 'over_day_cap', 'fee_too_high']);
