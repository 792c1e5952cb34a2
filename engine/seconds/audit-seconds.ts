import { invariant } from '../invariant.ts';
import { million, mulDivFloor } from '../money.ts';
import { endOf, strikeEndOf, strikePrice } from './rule.ts';
import { settlementTimer, strikeTimer } from './settle.ts';
import type { ExchangeState } from '../state.ts';
import type { OpenContract } from './state.ts';

/** Throws unless contracts, timers, sums and index rules agree. */
export function auditSeconds(state: ExchangeState): void {
  const { seconds, timers, indices } = state;
  const sums = new Map<string, number>();
  const add = (key: string, by: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + by);
  };
  let last = 0;
  let open = 0;
  let unstruck = 0;
  for (const contract of seconds.contracts()) {
    const { contract: id, user, market, direction, currency, asset, stake } = contract;
    invariant(id > last && id <= seconds.contractCount, 'contracts must be stored in the order of their ids');
    auditContract(state, contract);
    add(`user ${user} ${currency}`, stake);
    add(`side ${market} ${direction} ${currency}`, stake);
    add(`asset ${asset}`, 1);
    last = id;
    open += 1;
    if (contract.strike === null) unstruck += 1;
  }
  invariant(timers.count(strikeTimer) === unstruck, 'every strike timer must belong to a contract without a strike');
  invariant(timers.count(settlementTimer) === open, 'every settlement timer must belong to an open contract');
  for (const { user, market, direction, currency, asset } of seconds.contracts()) {
    const ofUser = sums.get(`user ${user} ${currency}`);
    invariant(seconds.userStakes(user, currency) === ofUser, "the sum of a user's stakes must be correct");
    const ofSide = sums.get(`side ${market} ${direction} ${currency}`);
    invariant(seconds.sideStakes(market, direction, currency) === ofSide, "the sum of a side's stakes must be correct");
    invariant(
      seconds.openOn(asset) === sums.get(`asset ${asset}`),
      "the count of an index's contracts must be correct",
    );
  }
  for (const { asset } of indices.waitingRules()) {
    invariant(seconds.openOn(asset) > 0, 'an index rule must wait only for open contracts');
  }
}

function auditContract({ timers, seconds, indices }: ExchangeState, contract: OpenContract): void {
  const { contract: id, asset, market, strike, stake, ratioPpm, payout, indexVersion } = contract;
  const strikeAtMs = strike === null ? strikeEndOf(contract) : undefined;
  invariant(timers.find(strikeTimer, id) === strikeAtMs, 'a contract must have a strike timer until it is struck');
  invariant(timers.find(settlementTimer, id) === endOf(contract), 'a contract must have a timer at its end');
  invariant(seconds.markets.get(market)?.asset === asset, "a contract must be on the index of its market's base");
  invariant(mulDivFloor(stake, ratioPpm, million) === payout, 'the reserved payout must match the terms');
  invariant(indices.configurationOf(asset)?.version === indexVersion, 'an index rule must outlast its contracts');
  if (strike === null) return;
  const price = strikePrice(contract, strike.evidence);
  invariant('price' in price && price.price === strike.open, 'the strike price must follow from its readings');
}
