import { isUserId, venue } from '../identifiers.ts';
import { returnedHoldsVersion } from '../logic-version.ts';
import { accountType, isPersonal } from './account.ts';
import { outcomeOfHold } from './hold.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { HoldReceiver, SettleHold } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import { noAmount } from '../money.ts';
import type { OpenHold } from './open-holds.ts';

const nothing = noAmount;
const outside: HoldReceiver = { user: venue, accountType: accountType.external };

type SettleRejection = RejectionFor<'hold_ended' | 'hold_not_found' | 'receiver_invalid' | 'fee_invalid'>;

/** Pays out a hold, once. A released hold cannot be settled. */
export function settleHold(state: ExchangeState, command: SettleHold, events: Event[]): Done | SettleRejection {
  const { source, n, fee } = command;
  const outcome = outcomeOfHold(state, source, n);
  if (outcome === 'settled') {
    events.push({ type: 'cause_repeated', command: 'settle_hold', source, n });
    return done;
  }
  if (outcome !== null) return { reason: 'hold_ended', outcome };
  const hold = state.holds.find(source, n);
  if (hold === undefined) return { reason: 'hold_not_found' };
  if (!isPayable(hold, command.receiver, state.logicVersion)) return { reason: 'receiver_invalid' };
  if (!Number.isSafeInteger(fee) || fee < 0 || fee >= hold.amount) return { reason: 'fee_invalid' };

  const receiver = command.receiver ?? outside;
  const { user, currency, amount } = hold;
  const { ledger } = state;
  state.holds.remove(hold);
  state.causes.settle_hold.add(source, n);
  const payer = ledger.open(user, hold.accountType, currency);
  const payee = ledger.open(receiver.user, receiver.accountType, currency);
  ledger.settle(payer, payee, ledger.open(venue, accountType.fees, currency), amount, fee, nothing);
  const isLeaving = receiver.user === venue;
  const paid = amount - fee;
  events.push({
    type: 'hold_settled',
    ...hold,
    receiver: receiver.user,
    receiverType: receiver.accountType,
    fee,
    // The fee is attributed to the owner when the rest leaves the exchange, and to the receiver when it stays.
    postings: [
      ...(receiver.user === user
        ? [posting(user, hold.accountType, currency, paid, 0 - amount, fee)]
        : [
            posting(user, hold.accountType, currency, 0, 0 - amount, isLeaving ? fee : 0),
            posting(receiver.user, receiver.accountType, currency, paid, 0, isLeaving ? 0 : fee),
          ]),
      posting(venue, accountType.fees, currency, fee, 0),
    ],
  });
  return done;
}

/**
 * A withdrawal leaves the exchange, or returns to its account less the fee of a payment that was sent and did not take
 * place. An escrow or a bond must go to another user; returning it to its owner is a release.
 */
function isPayable({ accountType: from, kind, user }: OpenHold, receiver: HoldReceiver | null, logic: number): boolean {
  if (receiver === null) return kind === 'withdrawal';
  if (kind === 'withdrawal')
    return logic >= returnedHoldsVersion && receiver.user === user && receiver.accountType === from;
  return isUserId(receiver.user) && receiver.user !== user && isPersonal(receiver.accountType);
}
