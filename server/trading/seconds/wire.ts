import {
  type MicroCurrency,
  type MicroOption,
  type MicroOrder,
  microStatus,
  microType,
} from '@bourse/contract/seconds';
import { accountType, type CurrencyId, formatDecimal, type UserId } from '@bourse/engine';
import {
  endOf,
  type SecondsCurrency,
  settlementWindowMs,
  strikeEndOf,
  type VersionedSettings,
} from '@bourse/engine/seconds';
import { fractionText, unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import type { ContractState } from './contract-state.ts';
import { secondsView } from './seconds-view.ts';

const million = 1_000_000n;

/** A contract in wire format, as of `timeMs`. */
export function contractOnWire(contract: ContractState, timeMs: number, views: Views): MicroOrder {
  const market = views.listings.market(contract.market);
  const currency = views.listings.currency(contract.currency);
  const price = (units: number | null) => (units === null ? null : indexText(views, contract.asset, units));
  const money = (units: number) => unitsText(currency, units);
  const { end, seconds } = contract;
  const endMs = endOf(contract);
  return {
    id: contract.contract,
    match_id: market.id,
    symbol_name: market.symbol,
    currency_id: currency.id,
    currency_name: currency.code,
    type: microType[contract.direction],
    seconds,
    number: money(contract.stake),
    ...payoutTerms(contract),
    payout: money(contract.payout),
    status: end === null ? microStatus.open : microStatus.closed,
    open_price: price(contract.open),
    end_price: price(end?.price ?? null),
    result: end?.result ?? null,
    void_reason: end?.voidReason ?? null,
    fee: money(end?.fee ?? 0),
    fact_profits: money(end?.profit ?? 0),
    created_at: contract.acceptedAtMs,
    strike_at: strikeEndOf(contract),
    settlement_from: endMs - settlementWindowMs(seconds),
    end_at: endMs,
    closed_at: end?.atMs ?? null,
    remain_milli_seconds: end === null ? Math.max(0, endMs - timeMs) : 0,
  };
}

/** The durations in wire format. */
export function optionsOnWire({ options, feePpm, version }: VersionedSettings): MicroOption[] {
  return options.map(({ seconds, ratioPpm }) => ({ seconds, ...payoutTerms({ ratioPpm, feePpm }), version }));
}

/** The currencies in which a user can buy contracts. */
export function currenciesOnWire(user: UserId, views: Views): MicroCurrency[] {
  const view = secondsView.of(views);
  return view
    .currencies()
    .filter(({ state }) => state === 'open')
    .map((terms) => currencyOnWire(terms, user, views));
}

function currencyOnWire(terms: SecondsCurrency, user: UserId, views: Views): MicroCurrency {
  const currency = views.listings.currency(terms.currency);
  const { available } = views.balances.read(user, accountType.micro, terms.currency);
  return {
    id: currency.id,
    code: currency.code,
    micro_account: { balance: unitsText(currency, available) },
    micro_numbers: terms.numbers.map((number) => ({ number: unitsText(currency, number) })),
    room: unitsText(currency, secondsView.of(views).roomOf(user, terms)),
  };
}

/** An index price in decimals. The decimals of an index never change. */
export function indexText(views: Views, asset: CurrencyId, units: number): string {
  return formatDecimal(units, indexPrices.of(views).find(asset)?.decimals ?? 0);
}

/** Ratio, fee and break-even rate of contracts in wire format. */
export function payoutTerms(terms: { readonly ratioPpm: number; readonly feePpm: number }) {
  return {
    profit_ratio: fractionText(terms.ratioPpm),
    fee_rate: fractionText(terms.feePpm),
    break_even: breakEvenText(terms),
  };
}

/**
 * The percentage of contracts that must win for no loss: 1 ÷ (1 + ratio × (1 − fee)), rounded up to two decimals.
 */
function breakEvenText({ ratioPpm, feePpm }: { readonly ratioPpm: number; readonly feePpm: number }): string {
  const profit = BigInt(ratioPpm) * (million - BigInt(feePpm));
  const whole = million * million;
  const parts = 10_000n * whole;
  return wideText((parts + whole + profit - 1n) / (whole + profit), 2);
}
