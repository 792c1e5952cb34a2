import type { ConsoleInput, marketCalls } from '@bourse/contract/console';
import { amount, type FeeRates, lots, type MarketSettings, ticks } from '@bourse/engine';
import { type Currency, fractionText, type Market, wideText } from '../../ground/feed/index.ts';
import { type FigureReader, figureText, type Unit, unitText } from '../../ground/console-gateway/index.ts';

/** The units in which a market counts its prices, quantities and amounts of the quote currency. */
export interface MarketUnits {
  readonly price: Unit;
  readonly quantity: Unit;
  readonly amount: Unit;
}

/** The smallest unit of a currency. */
export function unitOf({ decimals }: Pick<Currency, 'decimals'>): Unit {
  return { decimals, points: 1 };
}

export function unitsOf(market: Market): MarketUnits {
  return {
    price: { decimals: market.priceDecimals, points: market.tickPoints },
    quantity: { decimals: market.amountDecimals, points: market.lotPoints },
    amount: unitOf(market.quote),
  };
}

/** Why a tick and a lot cannot be the units of a market, with the details of the refusal. */
export type UnitProblem =
  | { readonly error: 'lot_inexact'; readonly details: { readonly lot: string; readonly unit: string } }
  | { readonly error: 'tick_inexact'; readonly details: { readonly amount: string; readonly unit: string } };

/**
 * Checks that a lot is a whole number of base units, and that one lot at one tick is a whole number of quote units: all
 * amounts of a market are exact only then.
 */
export function unitProblem(
  { price, quantity }: Pick<MarketUnits, 'price' | 'quantity'>,
  base: Currency,
  quote: Currency,
): UnitProblem | null {
  if (!isWhole(BigInt(quantity.points), quantity.decimals, base.decimals)) {
    return { error: 'lot_inexact', details: { lot: unitText(quantity), unit: unitText(unitOf(base)) } };
  }
  const points = BigInt(price.points) * BigInt(quantity.points);
  const decimals = price.decimals + quantity.decimals;
  if (!isWhole(points, decimals, quote.decimals)) {
    return { error: 'tick_inexact', details: { amount: wideText(points, decimals), unit: unitText(unitOf(quote)) } };
  }
  return null;
}

/** Whether points × 10^-decimals is a whole number of 10^-`unitDecimals` that the exchange can count. */
function isWhole(points: bigint, decimals: number, unitDecimals: number): boolean {
  const excess = decimals - unitDecimals;
  if (excess > 0) return points % 10n ** BigInt(excess) === 0n;
  return points * 10n ** BigInt(0 - excess) <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** The settings that a request names. */
type SettingInputs = Omit<ConsoleInput<typeof marketCalls.changeSettings>, 'id' | 'version' | 'reason' | 'reason_code'>;

/** The settings of a market with the named ones replaced; the reader keeps the first problem. */
export function readChangedSettings(
  read: FigureReader,
  input: SettingInputs,
  { market, units }: { readonly market: Market; readonly units: MarketUnits },
): MarketSettings {
  return readAllSettings(read, { ...settingsShown(units, market), ...input }, units);
}

/** Reads all settings of a new market; the reader keeps the first problem. */
export function readAllSettings(
  read: FigureReader,
  input: Required<SettingInputs>,
  units: MarketUnits,
): MarketSettings {
  return {
    priceStep: ticks(read.positive('price_step', input.price_step, units.price)),
    quantityStep: lots(read.positive('quantity_step', input.quantity_step, units.quantity)),
    minNotional: amount(read.count('min_notional', input.min_notional, units.amount)),
    marketSlippagePpm: read.fraction('slippage', input.slippage),
    priceBandPpm: input.price_band === null ? null : read.fraction('price_band', input.price_band),
    maxOpenOrders: input.max_open_orders,
    selfTradePrevention: input.self_trade_prevention,
    sellBlocked: input.sell_blocked,
  };
}

/** Reads the rates of a fee tier. A negative maker fee is a rebate. */
export function readRates(
  read: FigureReader,
  rates: { readonly maker_fee: string; readonly taker_fee: string },
): FeeRates {
  return {
    makerFeePpm: read.fraction('maker_fee', rates.maker_fee, { signed: true }),
    takerFeePpm: read.fraction('taker_fee', rates.taker_fee),
  };
}

/** The settings of a market in decimals. */
export function settingsShown(units: MarketUnits, settings: MarketSettings) {
  return {
    price_step: figureText(settings.priceStep, units.price),
    quantity_step: figureText(settings.quantityStep, units.quantity),
    min_notional: figureText(settings.minNotional, units.amount),
    slippage: fractionText(settings.marketSlippagePpm),
    price_band: settings.priceBandPpm === null ? null : fractionText(settings.priceBandPpm),
    max_open_orders: settings.maxOpenOrders,
    self_trade_prevention: settings.selfTradePrevention,
    sell_blocked: settings.sellBlocked,
  };
}

/** Fee rates in decimals. */
export function ratesShown({ makerFeePpm, takerFeePpm }: FeeRates) {
  return { maker_fee: fractionText(makerFeePpm), taker_fee: fractionText(takerFeePpm) };
}

/** The units of a market in decimals. */
export function unitsShown({ price, quantity }: Pick<MarketUnits, 'price' | 'quantity'>) {
  return {
    tick: unitText(price),
    lot: unitText(quantity),
    price_decimals: price.decimals,
    amount_decimals: quantity.decimals,
  };
}

/** The field of a request that holds a setting of the engine. */
export const fieldOfSetting = {
  priceStep: 'price_step',
  quantityStep: 'quantity_step',
  minNotional: 'min_notional',
  marketSlippagePpm: 'slippage',
  priceBandPpm: 'price_band',
  maxOpenOrders: 'max_open_orders',
  selfTradePrevention: 'self_trade_prevention',
  sellBlocked: 'sell_blocked',
  makerFeePpm: 'maker_fee',
  takerFeePpm: 'taker_fee',
} as const satisfies Readonly<Record<keyof MarketSettings | keyof FeeRates, string>>;
