import { isUserId, venue } from '../identifiers.ts';
import { accountType, isPersonal } from './account.ts';
import { outcomeOfHold } from './hold.ts';
import type { HoldReceiver, SettleHold } from '../command.ts';
import type { Event } from '../event.ts';
import type { Rejection } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { Amount } from '../money.ts';
import type { OpenHold } from './open-holds.ts';

const nothing = 0 as Amount;
const outside: HoldReceiver = { user: venue, accountType: accountType.external };

/** Pays out a hold, once. A hold that was released is not settled any more. */
export function settleHold(state: ExchangeState, command: SettleHold, events: Event[]): Rejection | null {
  const { source, n, fee } = command;
  const outcome = outcomeOfHold(state, source, n);
  if (outcome === 'settled') {
    events.push({ type: 'cause_repeated', command: 'settle_hold', source, n });
    return null;
  }
  if (outcome !== null) return { reason: 'hold_ended', outcome };
  const hold = state.holds.find(source, n);
  if (hold === undefined) return { reason: 'hold_not_found' };
  if (!isPayable(hold, command.receiver)) return { reason: 'receiver_invalid' };
  if (!Number.isSafeInteger(fee) || fee < 0 || fee >= hold.amount) return { reason: 'fee_invalid' };

  const receiver = command.receiver ?? outside;
  const { user, currency, amount } = hold;
  const { ledger } = state;
  state.holds.remove(hold);
  state.causes.settle_hold.add(source, n);
  const payer = ledger.open(user, hold.accountType, currency);
  const payee = ledger.open(receiver.user, receiver.accountType, currency);
  ledger.settle(payer, payee, ledger.open(venue, accountType.fees, currency), amount, fee, nothing);
  events.push({ type: 'hold_settled', ...hold, receiver: receiver.user, receiverType: receiver.accountType, fee });
  return null;
}

/** A withdrawal goes to the outside world, an escrow to another person: giving it back to its owner is a release. */
function isPayable({ kind, user }: OpenHold, receiver: HoldReceiver | null): boolean {
  if (receiver === null) return kind === 'withdrawal';
  return kind === 'escrow' && isUserId(receiver.user) && receiver.user !== user && isPersonal(receiver.accountType);
}
