import { venue } from '../identifiers.ts';
import { applyWaitingRule } from '../index-price/configure-index.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import {
  decide,
  endOf,
  ruleName,
  settlementPrice,
  settlementWindowMs,
  strikeEndOf,
  strikePrice,
  voided,
} from './rule.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { Event } from '../event.ts';
import { asAmount, type IndexPrice, noAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { ContractId } from './commands.ts';
import type { WindowEvidence } from './events.ts';
import type { Decision } from './rule.ts';
import type { OpenContract } from './state.ts';

/** The kinds of timers at the end of the strike window and at the end of a contract. */
export const strikeTimer = 'seconds_strike';
export const settlementTimer = 'seconds_settlement';

const noEvidence: WindowEvidence = { readings: [], lastTickAtMs: null };

/** Sets the timers that a contract still needs. Both count as set by the command that accepted it. */
export function setContractTimers({ timers }: ExchangeState, contract: OpenContract): void {
  const { contract: id, acceptedSequence: sequence } = contract;
  if (contract.strike === null) timers.add({ atMs: strikeEndOf(contract), sequence, kind: strikeTimer, id });
  timers.add({ atMs: endOf(contract), sequence, kind: settlementTimer, id });
}

/** Fixes the strike price of a contract whose strike window is over, or ends the contract as void. */
export function strikeDue(state: ExchangeState, { id }: Timer, events: Event[]): void {
  const contract = openContract(state, id);
  const evidence = windowOf(state, contract, contract.acceptedAtMs, strikeEndOf(contract));
  const strike = strikePrice(contract, evidence);
  if ('voidReason' in strike) {
    state.timers.remove(settlementTimer, id);
    const prices = { strike: evidence, open: null, settlement: noEvidence, end: null };
    close(state, contract, prices, voided(strike.voidReason), events);
    return;
  }
  state.seconds.strike(contract, { open: strike.price, evidence });
  const { contract: number, user, market } = contract;
  events.push({ type: 'seconds_struck', contract: number, user, market, open: strike.price });
}

/** Settles a contract whose duration is over. */
export function settlementDue(state: ExchangeState, { id }: Timer, events: Event[]): void {
  const contract = openContract(state, id);
  const { strike } = contract;
  invariant(strike !== null, 'a contract must be struck before it is settled');
  const { open } = strike;
  const endMs = endOf(contract);
  const settlement = windowOf(state, contract, endMs - settlementWindowMs(contract.seconds), endMs);
  const price = settlementPrice(contract, settlement);
  const end = 'price' in price ? price.price : null;
  const decision = 'price' in price ? decide(contract, open, price.price) : voided(price.voidReason);
  close(state, contract, { strike: strike.evidence, open, settlement, end }, decision, events);
}

function openContract({ seconds }: ExchangeState, id: number): OpenContract {
  const contract = seconds.find(id as ContractId);
  invariant(contract !== undefined, 'an ended contract must have no timer');
  return contract;
}

function windowOf(
  { seconds }: ExchangeState,
  { asset, acceptedSequence }: OpenContract,
  fromMs: number,
  beforeMs: number,
): WindowEvidence {
  return seconds.watch(asset).window(acceptedSequence, fromMs, beforeMs);
}

interface Prices {
  readonly strike: WindowEvidence;
  readonly open: IndexPrice | null;
  readonly settlement: WindowEvidence;
  readonly end: IndexPrice | null;
}

/** Ends a contract, pays its result, and puts an index rule into force that waited for it. */
function close(
  state: ExchangeState,
  contract: OpenContract,
  prices: Prices,
  { result, voidReason, fee, profit }: Decision,
  events: Event[],
): void {
  const { strike: _strike, ...terms } = contract;
  state.seconds.remove(contract);
  const postings = pay(state, contract, result, fee);
  events.push({
    type: 'seconds_closed',
    ...terms,
    rule: ruleName,
    ...prices,
    result,
    voidReason,
    fee: asAmount(fee),
    profit: asAmount(profit),
    closedAtMs: state.timeMs,
    postings,
  });
  if (state.seconds.openOn(terms.asset) === 0) applyWaitingRule(state, terms.asset, events);
}

/** Moves stake and payout by the result. */
function pay(
  { ledger }: ExchangeState,
  { user, currency, stake, payout }: OpenContract,
  result: Decision['result'],
  fee: number,
): Posting[] {
  const { micro, microHouse, fees } = accountType;
  const account = ledger.open(user, micro, currency);
  const house = ledger.open(venue, microHouse, currency);
  if (result === 'win') {
    const income = ledger.open(venue, fees, currency);
    ledger.release(account, stake);
    ledger.settle(house, account, income, payout, asAmount(fee), noAmount);
    return [
      posting(user, micro, currency, stake + payout - fee, 0 - stake, fee),
      posting(venue, microHouse, currency, 0, 0 - payout),
      ...(fee > 0 ? [posting(venue, fees, currency, fee, 0)] : []),
    ];
  }
  ledger.release(house, payout);
  if (result === 'loss') {
    ledger.settle(account, house, house, stake, noAmount, noAmount);
    return [
      posting(user, micro, currency, 0, 0 - stake),
      posting(venue, microHouse, currency, payout + stake, 0 - payout),
    ];
  }
  ledger.release(account, stake);
  return [posting(user, micro, currency, stake, 0 - stake), posting(venue, microHouse, currency, payout, 0 - payout)];
}
