import { venue } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount, million, mulDivFloor } from '../money.ts';
import { setContractTimers } from './settle.ts';
import type { Event } from '../event.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { IndexConfiguration } from '../index-price/indices.ts';
import type { Amount } from '../money.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ContractId, PlaceSeconds } from './commands.ts';
import type { ContractTerms, OpenContract } from './state.ts';

/** The contract that a request bought. */
export interface ContractOutcome extends Accepted {
  readonly type: 'contract';
  readonly contract: ContractId;
}

type TermsRejection = RejectionFor<
  | 'market_unknown'
  | 'trading_stopped'
  | 'seconds_closed'
  | 'terms_changed'
  | 'seconds_not_offered'
  | 'currency_not_offered'
  | 'number_not_offered'
  | 'index_unavailable'
  | 'index_changing'
>;
type MoneyRejection = RejectionFor<'user_cap' | 'side_cap' | 'house_full' | 'insufficient_balance'>;

/** The part of a contract that settings decide. */
interface Offer {
  readonly asset: CurrencyId;
  readonly ratioPpm: number;
  readonly feePpm: number;
  readonly index: IndexConfiguration;
}

/** Buys a contract: locks the stake of the user and the payout of the venue. */
export function placeSeconds(
  state: ExchangeState,
  command: PlaceSeconds,
  events: Event[],
): ContractOutcome | TermsRejection | MoneyRejection {
  const offer = offerFor(state, command);
  if ('reason' in offer) return offer;
  const payout = asAmount(mulDivFloor(command.stake, offer.ratioPpm, million));
  const refusal = moneyRefusal(state, command, payout);
  if (refusal !== null) return refusal;

  const { user, currency, stake } = command;
  const { micro, microHouse } = accountType;
  const { ledger, seconds } = state;
  seconds.contractCount += 1;
  const terms = termsOf(state, command, offer, payout);
  const contract: OpenContract = { ...terms, strike: null };
  ledger.hold(ledger.open(user, micro, currency), stake);
  ledger.hold(ledger.open(venue, microHouse, currency), payout);
  seconds.add(contract);
  setContractTimers(state, contract);
  const postings = [
    posting(user, micro, currency, 0 - stake, stake),
    posting(venue, microHouse, currency, 0 - payout, payout),
  ];
  events.push({ type: 'seconds_accepted', ...terms, postings });
  return { type: 'contract', contract: contract.contract };
}

function termsOf(
  state: ExchangeState,
  { user, market, currency, direction, seconds, stake }: PlaceSeconds,
  { asset, ratioPpm, feePpm, index }: Offer,
  payout: Amount,
): ContractTerms {
  return {
    contract: state.seconds.contractCount as ContractId,
    user,
    market,
    asset,
    currency,
    direction,
    seconds,
    stake,
    ratioPpm,
    feePpm,
    payout,
    indexVersion: index.version,
    stalenessMs: index.stalenessMs,
    acceptedSequence: state.sequence,
    acceptedAtMs: state.timeMs,
  };
}

/** The offer that the request takes, or why there is none. */
function offerFor(
  { seconds: known, markets, restrictions, indices }: ExchangeState,
  { user, market, currency, seconds, stake, version }: PlaceSeconds,
): Offer | TermsRejection {
  if (markets[market] === undefined) return { reason: 'market_unknown' };
  if (restrictions.stopsTrading(user)) return { reason: 'trading_stopped' };
  const { settings } = known;
  const offered = known.markets.get(market);
  if (settings === null || offered?.state !== 'open') return { reason: 'seconds_closed' };
  if (version !== null && version !== settings.version) return { reason: 'terms_changed', version: settings.version };
  const option = settings.options.find((one) => one.seconds === seconds);
  if (option === undefined) return { reason: 'seconds_not_offered' };
  const terms = known.currencies.get(currency);
  if (terms?.state !== 'open') return { reason: 'currency_not_offered' };
  if (!terms.numbers.includes(stake)) return { reason: 'number_not_offered' };
  const { asset } = offered;
  const index = indices.configurationOf(asset);
  if (index === undefined || indices.priceOf(asset) === null) return { reason: 'index_unavailable' };
  if (indices.waitingRule(asset) !== undefined) return { reason: 'index_changing' };
  return { asset, ratioPpm: option.ratioPpm, feePpm: settings.feePpm, index };
}

function moneyRefusal(
  state: ExchangeState,
  { user, market, currency, direction, stake }: PlaceSeconds,
  payout: Amount,
): MoneyRejection | null {
  const { seconds } = state;
  const terms = seconds.currencies.get(currency);
  const userRoom = roomIn(terms?.userCap ?? 0, seconds.userStakes(user, currency));
  if (stake > userRoom) return { reason: 'user_cap', room: userRoom };
  const sideRoom = roomIn(terms?.sideCap ?? 0, seconds.sideStakes(market, direction, currency));
  if (stake > sideRoom) return { reason: 'side_cap', room: sideRoom };
  const { micro, microHouse } = accountType;
  const reserved = { user: venue, accountType: microHouse, currency, amount: payout, to: null };
  if (leavingRefusal(state, { ...reserved, leaves: 'venue' }) !== null) return { reason: 'house_full' };
  return leavingRefusal(state, { user, accountType: micro, currency, amount: stake, leaves: 'trade', to: null });
}

/** How much a cap leaves; 0 if it has been lowered below the open stakes. */
function roomIn(cap: number, open: number): Amount {
  return asAmount(Math.max(0, cap - open));
}
