import { accountType, venue } from '@bourse/engine';
import type { AccountType, CurrencyId, Event, HoldSettled, UserId } from '@bourse/engine';

/** One account's part of a movement: signed changes in smallest units, and the fee that the venue took of it. */
interface Posting {
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly available: number;
  readonly locked: number;
  readonly fee: number;
}

/** The money that an event moved, and the cause and number under which the account log lists it. */
export interface Money {
  readonly cause: string;
  /** Null where the sequence of the command is the number. */
  readonly causeId: number | null;
  readonly postings: readonly Posting[];
}

/** The money that an event moved; null for every other event, and for those of orders, whose own fields say it. */
export function moneyOf(event: Event): Money | null {
  if (event.type === 'credited' || event.type === 'debited') {
    const { user, currency, n } = event;
    const isCredit = event.type === 'credited';
    const amount = isCredit ? event.amount : 0 - event.amount;
    return {
      cause: isCredit ? 'credit' : 'debit',
      causeId: n,
      postings: [
        posting(venue, accountType.external, currency, 0 - amount),
        posting(user, event.accountType, currency, amount),
      ],
    };
  }
  if (event.type === 'transferred') {
    const { user, from, to, currency, amount } = event;
    const postings = [posting(user, from, currency, 0 - amount), posting(user, to, currency, amount)];
    return { cause: 'transfer', causeId: null, postings };
  }
  if (event.type === 'venue_transferred') {
    const { from, toUser, to, currency, amount, n } = event;
    const postings = [posting(venue, from, currency, 0 - amount), posting(toUser, to, currency, amount)];
    return { cause: 'venue_transfer', causeId: n, postings };
  }
  return event.type === 'hold_settled' ? moneyOfHold(event) : null;
}

/** The fee counts as the owner's where the rest leaves the exchange, and as the receiver's where it stays. */
function moneyOfHold({ kind, user, accountType: type, currency, amount, fee, n, ...event }: HoldSettled): Money {
  const isLeaving = event.receiver === venue;
  return {
    cause: kind,
    causeId: n,
    postings: [
      { ...posting(user, type, currency, 0, 0 - amount), fee: isLeaving ? fee : 0 },
      { ...posting(event.receiver, event.receiverType, currency, amount - fee), fee: isLeaving ? 0 : fee },
      posting(venue, accountType.fees, currency, fee),
    ],
  };
}

function posting(user: UserId, type: AccountType, currency: CurrencyId, available: number, locked = 0): Posting {
  return { user, accountType: type, currency, available, locked, fee: 0 };
}
