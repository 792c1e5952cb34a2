import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, integer, list, nullable, record, tuple } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency, market } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** The id of a position: consecutive from 1, assigned by the engine in order of acceptance. It stays the row's id. */
export type PositionId = Branded<'PositionId'>;

export const position = integer<PositionId>(0, Number.MAX_SAFE_INTEGER);
export const leverSide = choice('long', 'short');
export type LeverSide = ValueOf<typeof leverSide>;

/**
 * Part of a user's total on a pair: up to `limit`, in quote units, a multiple of at most `multiple` is allowed. The
 * maintenance margin of each part is half of its margin at that multiple.
 */
const leverTier = tuple({ limit: amount, multiple: count });
export type LeverTier = ValueOf<typeof leverTier>;

/** The terms of leverage on a market. A change affects no position and no entrust that exists. */
const terms = {
  /** `reduce_only`: nothing is opened. */
  state: choice('open', 'reduce_only'),
  /** A hand is `sharePoints` counts of 10^-`shareDecimals` of the base currency. They never change. */
  shareDecimals: count,
  sharePoints: count,
  /** A price counts 10^-`markDecimals` of the quote currency. It never changes. */
  markDecimals: count,
  /** The multiples that are offered, ascending. */
  multiples: list(count),
  /** The numbers of hands that the page offers, ascending. */
  shares: list(count),
  /** The fewest and the most hands of a position. */
  minShare: count,
  maxShare: count,
  /** Added to the mark against the trader when a position opens, in millionths. */
  spreadPpm: count,
  /** The fee in millionths of the margin (market type 0) or of the amount (1). */
  feePpm: count,
  marketType: choice(0, 1),
  /** The part of the amount that the house reserves for the profit of a position, in millionths. */
  reservePpm: count,
  /** By total amount of a user on the pair, limits ascending, multiples not ascending. */
  tiers: list(leverTier),
  /** The most that all positions and entrusts of the pair amount to together, both sides added. */
  grossCap: amount,
};
export const leverTerms = record(terms);
export type LeverTerms = ValueOf<typeof leverTerms>;

const optionalPrice = nullable(count);

export const leverageCommands = {
  /** Offers leverage on a market, or changes its terms. */
  configure_leverage: decision({ market, ...terms }),
  /** Sets what the house keeps free of a currency: no position opens that would leave it less. */
  configure_margin: decision({ currency, houseFloor: amount }),
  /**
   * Orders a position. A market order fills at the first later mark that is computed from no observation before its
   * acceptance, not beyond the price `worst`; a limit order when the mark reaches `target`. Prices count
   * 10^-`markDecimals` of the quote currency.
   */
  submit_lever: request({
    priority: 'placement',
    fields: {
      market,
      side: leverSide,
      kind: choice('market', 'limit'),
      share: count,
      multiple: count,
      target: optionalPrice,
      worst: optionalPrice,
      takeProfit: optionalPrice,
      stopLoss: optionalPrice,
    },
  }),
  /** Revokes an entrust that has not been reached. */
  cancel_lever: request({ priority: 'leaving', fields: { position } }),
  /** Closes a position at the first later tick of its index, at the mark. */
  close_lever: request({ priority: 'leaving', fields: { position } }),
  /** Closes a position and orders the opposite one on the same tick. */
  reverse_lever: request({ priority: 'placement', fields: { position } }),
  /** Sets or clears the stops of a position or an entrust. */
  set_lever_stops: request({
    priority: 'leaving',
    needsKey: true,
    fields: { position, takeProfit: optionalPrice, stopLoss: optionalPrice },
  }),
  /** Closes all open positions of a user, or those of a market or of a side. */
  close_all_lever: request({
    priority: 'leaving',
    needsKey: true,
    fields: { market: nullable(market), side: nullable(leverSide) },
  }),
};
type Of<Type extends keyof typeof leverageCommands> = CommandOf<typeof leverageCommands, Type>;
export type ConfigureLeverage = Of<'configure_leverage'>;
export type ConfigureMargin = Of<'configure_margin'>;
export type SubmitLever = Of<'submit_lever'>;
export type CancelLever = Of<'cancel_lever'>;
export type CloseLever = Of<'close_lever'>;
export type ReverseLever = Of<'reverse_lever'>;
export type SetLeverStops = Of<'set_lever_stops'>;
export type CloseAllLever = Of<'close_all_lever'>;
