import { venue } from '../identifiers.ts';
import { arrived } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { isCause } from '../ledger/causes.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import { commissionSource } from './causes.ts';
import type { PayCommission } from './commands.ts';
import { dayOf, shareOf } from './formulas.ts';

type PayRejection = RejectionFor<'cause_invalid' | 'amount_invalid' | 'day_open' | 'commission_absent' | 'fees_short'>;

/**
 * Pays the commission of an attachment for a day that is over, once, out of the venue's fees. It first pays a debt of
 * the agent in the currency. Fees that do not cover it refuse it, although a rule keeps what is owed: the commission
 * stays due, and the exchange keeps running.
 */
export function payCommission(state: ExchangeState, command: PayCommission, events: Event[]): Done | PayRejection {
  const { n, attachment, currency, day, maximum } = command;
  if (state.causes.pay_commission.has(commissionSource, n)) {
    events.push({ type: 'cause_repeated', command: 'pay_commission', source: commissionSource, n });
    return done;
  }
  if (!isCause(commissionSource, n)) return { reason: 'cause_invalid' };
  if (maximum !== null && !(Number.isSafeInteger(maximum) && maximum >= 0)) return { reason: 'amount_invalid' };
  if (day >= dayOf(state.timeMs)) return { reason: 'day_open' };
  const found = state.agents.find(attachment);
  const earnings = found?.earnings.find((one) => one.currency === currency);
  const [first] = earnings?.days ?? [];
  if (found === undefined || earnings === undefined || first?.day !== day) return { reason: 'commission_absent' };

  const { user, agent, sharePpm } = found;
  const share = shareOf(first.fees, sharePpm, earnings.carry);
  const isCut = maximum !== null && share.earned > maximum;
  const amount = asAmount(isCut ? maximum : share.earned);
  const { change, fees } = accountType;
  const income = state.ledger.open(venue, fees, currency);
  const available = state.ledger.available(income);
  if (available < amount) return { reason: 'fees_short', currency, available };
  state.causes.pay_commission.add(commissionSource, n);
  state.ledger.post(income, state.ledger.open(agent, change, currency), amount);
  const event = {
    type: 'commission_paid',
    n,
    attachment,
    user,
    agent,
    sharePpm,
    currency,
    day,
    fees: first.fees,
    earned: asAmount(share.earned),
    amount,
    // The limit also cuts the fraction: the next day begins with none.
    carry: isCut ? 0 : share.carry,
    postings:
      amount === 0 ? [] : [posting(venue, fees, currency, 0 - amount, 0), posting(agent, change, currency, amount, 0)],
  } as const;
  state.agents.paid(event);
  events.push(event);
  if (amount > 0) arrived(state, { user: agent, accountType: change, currency, amount }, events);
  return done;
}
