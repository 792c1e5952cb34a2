import type { WalletMovement } from '@bourse/contract/wallet';
import type { Language } from '@bourse/contract/texts';
import type { Chains } from '../chains/index.ts';
import { type Listings, unitsText } from '../../ground/feed/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { Deposit } from './deposit.ts';

type DepositStatus = 'seen' | 'credited' | 'final' | 'below_minimum' | 'reversed';

export interface DepositSurroundings {
  readonly chains: Chains;
  readonly listings: Listings;
}

/** A deposit as its owner sees it. */
export function depositOnWire(
  { chains, listings }: DepositSurroundings,
  deposit: Deposit,
  confirmations: number,
  language: Language,
): WalletMovement {
  const protocol = chains.protocol(deposit.protocol);
  if (protocol === null) throw new Error(`The network ${deposit.protocol} of a deposit is unknown.`);
  const chain = chains.chain(deposit.chain);
  const currency = listings.currency(protocol.currency);
  const needed = chain?.finalAfter ?? 0;
  const number = unitsText(currency, deposit.amount);
  const status = statusOf(deposit);
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
    confirmations: isOnChain ? (status === 'final' ? needed : Math.min(confirmations, needed)) : 0,
    needed,
    tx_hash: deposit.tx,
    tx_url: chain?.transactionUrl(deposit.tx) ?? null,
    earliest_at: null,
    keeps_fee: false,
    created_at: deposit.createdMs,
  };
}

function statusOf({ credit, stage }: Deposit): DepositStatus {
  if (stage === 'gone' || credit === 'reversed') return 'reversed';
  if (stage === 'below_minimum') return 'below_minimum';
  if (credit === 'matured') return 'final';
  return credit === 'none' ? 'seen' : 'credited';
}
