import type { WalletMovement } from '@bourse/contract/wallet';
import type { Language } from '@bourse/contract/texts';
import type { Chains } from '../chains/index.ts';
import { unitsText, type Views } from '../../ground/feed/index.ts';
import { say } from '../../ground/texts/index.ts';
import { creditView } from '../credits/index.ts';
import { type Deposit, depositSource, isChargedBack } from './deposit.ts';

/** `maturing`: it is final, and was paid by a card, so that it can leave later. */
type DepositStatus = 'seen' | 'credited' | 'maturing' | 'final' | 'below_minimum' | 'reversed' | 'charged_back';

export interface DepositSurroundings {
  readonly chains: Chains;
  readonly views: Views;
}

/** A deposit as its owner sees it. */
export function depositOnWire(
  { chains, views }: DepositSurroundings,
  deposit: Deposit,
  confirmations: number,
  language: Language,
): WalletMovement {
  const protocol = chains.protocol(deposit.protocol);
  if (protocol === null) throw new Error(`The network ${deposit.protocol} of a deposit is unknown.`);
  const chain = chains.chain(deposit.chain);
  const currency = views.listings.currency(protocol.currency);
  const needed = chain?.finalAfter ?? 0;
  const number = unitsText(currency, deposit.amount);
  const status = statusOf(deposit);
  const isFinal = status === 'final' || status === 'maturing';
  const isOnChain = deposit.stage !== 'orphaned' && deposit.stage !== 'gone';
  return {
    id: deposit.id,
    currency_id: currency.id,
    currency_code: currency.code,
    currency_protocol_id: protocol.id,
    protocol: protocol.code,
    number,
    fee: '0',
    net: number,
    address: deposit.address,
    memo: deposit.memo,
    status,
    status_name: say(language, `movements.${status}`),
    reason: deposit.stage === 'orphaned' ? 'reorganization' : null,
    confirmations: isOnChain ? (isFinal ? needed : Math.min(confirmations, needed)) : 0,
    needed,
    tx_hash: deposit.tx,
    tx_url: chain?.transactionUrl(deposit.tx) ?? null,
    earliest_at: status === 'credited' || status === 'maturing' ? leavesAt(views, deposit) : null,
    keeps_fee: false,
    created_at: deposit.createdMs,
  };
}

/** When a credit that a card paid can leave at the earliest; null for any other credit. */
function leavesAt(views: Views, { n, user }: Deposit): number | null {
  return user === null || n === null ? null : creditView.of(views).maturesAt(user, { source: depositSource, n });
}

function statusOf(deposit: Deposit): DepositStatus {
  const { credit, stage } = deposit;
  if (isChargedBack(deposit)) return 'charged_back';
  if (stage === 'gone' || credit === 'reversed') return 'reversed';
  if (stage === 'below_minimum') return 'below_minimum';
  if (credit === 'matured') return 'final';
  if (credit === 'confirmed') return 'maturing';
  return credit === 'none' ? 'seen' : 'credited';
}
