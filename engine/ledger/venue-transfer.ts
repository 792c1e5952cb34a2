import { isOperatorId, isUserId, venue } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType, isOfVenue, isPersonal } from './account.ts';
import { isCause } from './causes.ts';
import { isMovable, oversupply } from './movable.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { VenueTransfer } from './commands.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

type VenueTransferRejection =
  | RejectionFor<
      | 'operator_invalid'
      | 'account_invalid'
      | 'currency_unknown'
      | 'cause_invalid'
      | 'amount_invalid'
      | 'supply_exceeded'
    >
  | LeavingRejection<'venue'>;

/** Moves the venue's money, once per cause. A refused cause may be used again. */
export function venueTransfer(
  state: ExchangeState,
  command: VenueTransfer,
  events: Event[],
): Done | VenueTransferRejection {
  const { type: _type, ...terms } = command;
  const { from, toUser, to, currency, amount, source, n } = terms;
  if (state.causes.venue_transfer.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'venue_transfer', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { ledger } = state;
  state.causes.venue_transfer.add(source, n);
  ledger.post(ledger.open(venue, from, currency), ledger.open(toUser, to, currency), amount);
  events.push({
    type: 'venue_transferred',
    ...terms,
    postings: [posting(venue, from, currency, 0 - amount, 0), posting(toUser, to, currency, amount, 0)],
  });
  return done;
}

function refusalOf(state: ExchangeState, command: VenueTransfer): VenueTransferRejection | null {
  const { from, currency, amount, operator, source, n } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!isOfVenue(from) || !isPayable(command)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (from === accountType.external) return oversupply(state, currency, amount);
  return leavingRefusal(state, { user: venue, accountType: from, currency, amount, leaves: 'venue', to: null });
}

/**
 * The receiver must be another venue account, or a user's account unless the money comes from outside, which requires a
 * credit.
 */
function isPayable({ from, toUser, to }: VenueTransfer): boolean {
  if (toUser === venue) return isOfVenue(to) && from !== to;
  return isUserId(toUser) && isPersonal(to) && from !== accountType.external;
}
