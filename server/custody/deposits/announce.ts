import type { WalletAccount } from '@bourse/contract/wallet';
import { accountType } from '@bourse/engine';
import type { Chains } from '../chains/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import type { Deposit } from './deposit.ts';
import { depositOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

export interface AnnouncerParts extends With<'privately' | 'views'> {
  readonly chains: Chains;
}

/** Shows a step of a deposit to its owner. */
export function announce(parts: AnnouncerParts, deposit: Deposit, confirmations: number): void {
  const { privately } = parts;
  const { user } = deposit;
  if (user === null) return;
  privately.say(user, (language) => ({
    type: 'WALLET',
    kind: 'deposit',
    row: depositOnWire(parts, deposit, confirmations, language),
    account: accountAfter(parts, deposit),
  }));
}

function accountAfter({ chains, views }: AnnouncerParts, { credit, protocol, user }: Deposit): WalletAccount | null {
  const terms = chains.protocol(protocol);
  if (credit === 'none' || terms === null || user === null) return null;
  const currency = views.listings.currency(terms.currency);
  const { available, locked } = views.balances.read(user, accountType.change, currency.id);
  return {
    account_type_id: accountType.change,
    currency_id: currency.id,
    balance: unitsText(currency, available),
    lock_balance: unitsText(currency, locked),
  };
}
