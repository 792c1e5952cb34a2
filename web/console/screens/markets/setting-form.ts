import type { ConsoleInput, marketCalls, MarketDetail } from '@bourse/contract/console';
import { decimalsOf, fromUnits, isDecimal, isZero, toUnits } from '../../../live/decimal.ts';
import { fractionOf, percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

type Input = ConsoleInput<typeof marketCalls.listMarket>;

/** The settings that a market can change, as the server receives them. */
export type SettingValues = Pick<
  Input,
  | 'price_step'
  | 'quantity_step'
  | 'min_notional'
  | 'slippage'
  | 'price_band'
  | 'max_open_orders'
  | 'self_trade_prevention'
  | 'sell_blocked'
>;
export type SettingField = keyof SettingValues;

/** The settings as they are entered: shares in percent, and an empty price band for none. */
export type SettingForm = {
  readonly [Field in SettingField]: SettingValues[Field] extends boolean | SettingValues['self_trade_prevention']
    ? SettingValues[Field]
    : string;
};

/** Why an entered value cannot be sent. */
export type FieldProblem = 'number' | 'percent' | 'whole' | 'multiple' | 'decimals' | 'tier' | 'tierTaken';

/** The units of which entered values must be multiples. */
export interface FormUnits {
  readonly tick: string;
  readonly lot: string;
  /** The smallest unit of the quote currency; null if it is not known. */
  readonly amount: string | null;
}

/** Each entered value, or its problem. */
export interface ReadForm<Values> {
  readonly values: Values | null;
  readonly problems: Readonly<Partial<Record<keyof Values, FieldProblem>>>;
}

export const settingFields = [
  'price_step',
  'quantity_step',
  'min_notional',
  'slippage',
  'price_band',
  'max_open_orders',
  'self_trade_prevention',
  'sell_blocked',
] as const satisfies readonly SettingField[];

/** The current settings of a market, for editing. */
export function settingFormOf(market: MarketDetail): SettingForm {
  const { max_open_orders, min_notional, price_band, price_step, quantity_step, slippage } = market;
  return {
    price_step,
    quantity_step,
    min_notional,
    slippage: percentOf(slippage),
    price_band: price_band === null ? '' : percentOf(price_band),
    max_open_orders: String(max_open_orders),
    self_trade_prevention: market.self_trade_prevention,
    sell_blocked: market.sell_blocked,
  };
}

export function readSettings(form: SettingForm, units: FormUnits): ReadForm<SettingValues> {
  const priceStep = readMultiple(form.price_step, units.tick);
  const quantityStep = readMultiple(form.quantity_step, units.lot);
  const minNotional = readMultiple(form.min_notional, units.amount, { isZeroAllowed: true });
  const slippage = readPercent(form.slippage);
  const hasBand = form.price_band.trim() !== '';
  const priceBand = hasBand ? readPercent(form.price_band) : null;
  const maxOpenOrders = wholeNumber(form.max_open_orders, 1, Number.MAX_SAFE_INTEGER);
  const problems = {
    ...problemOf('price_step', priceStep),
    ...problemOf('quantity_step', quantityStep),
    ...problemOf('min_notional', minNotional),
    ...problemOf('slippage', slippage),
    ...(priceBand === null ? {} : problemOf('price_band', priceBand)),
    ...(maxOpenOrders === null ? { max_open_orders: 'whole' as const } : {}),
  };
  if (
    'problem' in priceStep ||
    'problem' in quantityStep ||
    'problem' in minNotional ||
    'problem' in slippage ||
    (priceBand !== null && 'problem' in priceBand) ||
    maxOpenOrders === null
  ) {
    return { values: null, problems };
  }
  const values: SettingValues = {
    price_step: priceStep.value,
    quantity_step: quantityStep.value,
    min_notional: minNotional.value,
    slippage: slippage.value,
    price_band: priceBand === null ? null : priceBand.value,
    max_open_orders: maxOpenOrders,
    self_trade_prevention: form.self_trade_prevention,
    sell_blocked: form.sell_blocked,
  };
  return { values, problems };
}

/** The settings that differ from those of the market. */
export function changedSettings(values: SettingValues, market: MarketDetail): Partial<SettingValues> {
  return Object.fromEntries(
    settingFields.filter((field) => values[field] !== market[field]).map((field) => [field, values[field]]),
  );
}

/** The rates of a fee tier in fractions. */
export interface RateValues {
  readonly maker_fee: string;
  readonly taker_fee: string;
}

/** Reads entered rates, which are percentages. A negative maker fee is a rebate. */
export function readRates(form: RateValues): ReadForm<RateValues> {
  const maker = readPercent(form.maker_fee, { isSigned: true });
  const taker = readPercent(form.taker_fee);
  const problems = { ...problemOf('maker_fee', maker), ...problemOf('taker_fee', taker) };
  if ('problem' in maker || 'problem' in taker) return { values: null, problems };
  return { values: { maker_fee: maker.value, taker_fee: taker.value }, problems };
}

/** 10^-`decimals`. */
export function unitOf(decimals: number): string {
  return fromUnits(1n, decimals);
}

/** Whether a plain decimal is a whole multiple of another one that is not zero. */
function isMultiple(value: string, unit: string): boolean {
  const decimals = Math.max(decimalsOf(value), decimalsOf(unit));
  return toUnits(value, decimals) % toUnits(unit, decimals) === 0n;
}

type ReadValue = { readonly value: string } | { readonly problem: FieldProblem };

/** An entered positive decimal without superfluous zeros, which must be a multiple of the unit if it is known. */
export function readMultiple(
  text: string,
  unit: string | null,
  { isZeroAllowed = false }: { readonly isZeroAllowed?: boolean } = {},
): ReadValue {
  const trimmed = text.trim();
  if (!isDecimal(trimmed) || trimmed.startsWith('-')) return { problem: 'number' };
  if (isZero(trimmed) && !isZeroAllowed) return { problem: 'number' };
  if (unit !== null && isUnit(unit) && !isMultiple(trimmed, unit)) return { problem: 'multiple' };
  const decimals = decimalsOf(trimmed);
  return { value: fromUnits(toUnits(trimmed, decimals), decimals) };
}

function readPercent(text: string, { isSigned = false }: { readonly isSigned?: boolean } = {}): ReadValue {
  const fraction = fractionOf(text);
  if (fraction === null || (!isSigned && fraction.startsWith('-'))) return { problem: 'percent' };
  return { value: fraction };
}

function isUnit(text: string): boolean {
  return isDecimal(text) && !text.startsWith('-') && !isZero(text);
}

function problemOf<Field extends string>(field: Field, read: ReadValue): Partial<Record<Field, FieldProblem>> {
  const problems: Partial<Record<string, FieldProblem>> = 'problem' in read ? { [field]: read.problem } : {};
  return problems;
}
