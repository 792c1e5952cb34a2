import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, list, nullable, record, tuple } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, audit, count, currency, indexPrice, market, user } from '../declaration/vocabulary.ts';
import { contract, direction, secondsCurrencyTerms, secondsSettings } from './commands.ts';

/** A contract with the terms under which it was accepted, which no later setting changes. */
const terms = {
  contract,
  user,
  market,
  /** The currency whose index decides: the base currency of the market. */
  asset: currency,
  /** The currency of stake and payout. */
  currency,
  direction,
  seconds: count,
  stake: amount,
  ratioPpm: count,
  feePpm: count,
  /** The profit of a won contract before its fee. */
  payout: amount,
  /** The version of the index rule; it stays in force until the contract has ended. */
  indexVersion: count,
  /** The age at which that rule regards a price as outdated, in milliseconds. */
  stalenessMs: count,
  /** Sequence and journal time of the acceptance. */
  acceptedSequence: count,
  acceptedAtMs: count,
};

/** One reading of an index: a tick with the resulting index price, or null when the index was interrupted. */
const reading = tuple({ sequence: count, timeMs: count, price: nullable(indexPrice) });
export type Reading = ValueOf<typeof reading>;

/** The readings of a window, and the time of the last tick before its end, null if there was none. */
const windowEvidence = record({ readings: list(reading), lastTickAtMs: nullable(count) });
export type WindowEvidence = ValueOf<typeof windowEvidence>;

const secondsResult = choice('win', 'loss', 'tie', 'void');
export type SecondsResult = ValueOf<typeof secondsResult>;
const voidReason = choice('index_interrupted', 'too_few_ticks');
export type VoidReason = ValueOf<typeof voidReason>;

export const secondsEvents = {
  /** `version` counts the changes from 1; `before` is null for the first. */
  seconds_configured: event({
    version: count,
    before: nullable(secondsSettings),
    after: secondsSettings,
    ...audit,
  }),
  seconds_currency_configured: event({
    currency,
    version: count,
    before: nullable(secondsCurrencyTerms),
    after: secondsCurrencyTerms,
    ...audit,
  }),
  seconds_market_configured: event({
    market,
    version: count,
    before: nullable(choice('open', 'closed')),
    after: choice('open', 'closed'),
    ...audit,
  }),
  seconds_accepted: moneyEvent({ cause: 'seconds', id: 'contract' }, terms, 'user'),
  /** The strike price is known: `open`, an index price of the asset. */
  seconds_struck: event({ contract, user, market, open: indexPrice }, 'user'),
  /**
   * The end of a contract with all that its result follows from. `open` and `end` are the strike and the settlement
   * price, null in a void contract that had none. `profit` is the payout less the fee, minus the stake, or 0.
   */
  seconds_closed: moneyEvent(
    { cause: 'seconds', id: 'contract' },
    {
      ...terms,
      rule: choice('seconds/1'),
      strike: windowEvidence,
      open: nullable(indexPrice),
      settlement: windowEvidence,
      end: nullable(indexPrice),
      result: secondsResult,
      voidReason: nullable(voidReason),
      fee: amount,
      profit: amount,
      closedAtMs: count,
    },
    'user',
  ),
};
type Of<Type extends keyof typeof secondsEvents> = EventOf<typeof secondsEvents, Type>;
export type SecondsAccepted = Of<'seconds_accepted'>;
export type SecondsStruck = Of<'seconds_struck'>;
export type SecondsClosed = Of<'seconds_closed'>;
export type SecondsConfigured = Of<'seconds_configured'>;
export type SecondsCurrencyConfigured = Of<'seconds_currency_configured'>;
export type SecondsMarketConfigured = Of<'seconds_market_configured'>;
