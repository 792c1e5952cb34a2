import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, integer, list, nullable, record, tuple } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency, market } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** The id of a seconds contract: consecutive from 1, assigned by the engine in order of acceptance. */
export type ContractId = Branded<'ContractId'>;

export const contract = integer<ContractId>(0, Number.MAX_SAFE_INTEGER);
export const direction = choice('up', 'down');
export type Direction = ValueOf<typeof direction>;
const offer = choice('open', 'closed');

/** A duration that is offered, with the payout of a won contract in millionths of the stake. */
const option = tuple({ seconds: count, ratioPpm: count });
export type SecondsOption = ValueOf<typeof option>;

const settings = {
  /** The durations, ascending. */
  options: list(option),
  /** The fee in millionths of the payout; only won contracts pay it. */
  feePpm: count,
};
export const secondsSettings = record(settings);
export type SecondsSettings = ValueOf<typeof secondsSettings>;

const currencyTerms = {
  /** The stakes that are offered, ascending, in smallest units. */
  numbers: list(amount),
  /** The most that the open contracts of a user stake together. */
  userCap: amount,
  /** The most that the open contracts of one market and direction stake together, over all users. */
  sideCap: amount,
  state: offer,
};
export const secondsCurrencyTerms = record(currencyTerms);
export type SecondsCurrencyTerms = ValueOf<typeof secondsCurrencyTerms>;

export const secondsCommands = {
  /** Sets durations, payouts and the fee. Open contracts keep theirs. */
  configure_seconds: decision(settings),
  /** Sets which stakes a currency offers, and how much of it may be at stake. */
  configure_seconds_currency: decision({ currency, ...currencyTerms }),
  /** Opens or closes a market for new contracts. Open contracts continue. */
  configure_seconds_market: decision({ market, state: offer }),
  /**
   * Buys a contract that wins if the index of the market's base currency is higher (`up`) or lower (`down`) at the end
   * of `seconds` than at the strike; the rule is in `rule.ts`. The stake is locked in the user's micro account, the
   * payout in the venue's. `version` names the settings that the user agreed to; null accepts the current ones.
   */
  place_seconds: request({
    priority: 'placement',
    fields: { market, currency, direction, seconds: count, stake: amount, version: nullable(count) },
  }),
};
type Of<Type extends keyof typeof secondsCommands> = CommandOf<typeof secondsCommands, Type>;
export type ConfigureSeconds = Of<'configure_seconds'>;
export type ConfigureSecondsCurrency = Of<'configure_seconds_currency'>;
export type ConfigureSecondsMarket = Of<'configure_seconds_market'>;
export type PlaceSeconds = Of<'place_seconds'>;
