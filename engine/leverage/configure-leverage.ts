import { isOperatorId } from '../identifiers.ts';
import { isBetween } from '../market/market-settings.ts';
import { done } from '../outcome.ts';
import { LeverPair } from './state.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ConfigureLeverage, ConfigureMargin, LeverTerms } from './commands.ts';

const largest = Number.MAX_SAFE_INTEGER;
const maxDecimals = 18;
const maxUnit = 1e12;
/** The most numbers in a list of terms. */
const maxLength = 20;
const maxMultiple = 1000;
const maxPoints = 1e9;
/** The highest spread and fee: 10 %. */
const maxRatePpm = 100_000;

type SettingRejection = RejectionFor<'operator_invalid' | 'setting_invalid' | 'setting_unchanged'>;

/** Offers leverage on a market, or changes its terms. Rows keep the terms of their acceptance. */
export function configureLeverage(
  state: ExchangeState,
  command: ConfigureLeverage,
  events: Event[],
): Done | SettingRejection | RejectionFor<'market_unknown'> {
  const { market, operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const listing = state.markets[market]?.listing;
  if (listing === undefined) return { reason: 'market_unknown' };
  const pair = state.leverage.pair(market);
  const before = pair?.terms ?? null;
  const after = termsOf(command);
  const quote = state.currencies.get(listing.quote);
  const unit = unitOf(after, quote?.decimals ?? 0);
  const field = invalidLeverTerm(after, before, unit);
  if (field !== null) return { reason: 'setting_invalid', field };
  if (JSON.stringify(before) === JSON.stringify(after)) return { reason: 'setting_unchanged' };

  const version = (pair?.version ?? 0) + 1;
  if (pair === undefined) state.leverage.addPair(new LeverPair(listing, unit, after, version));
  else {
    pair.terms = after;
    pair.version = version;
  }
  events.push({ type: 'leverage_configured', market, version, before, after, operator, cause });
  return done;
}

/** Sets what the house keeps free of a currency. */
export function configureMargin(
  state: ExchangeState,
  { currency, houseFloor, operator, cause }: ConfigureMargin,
  events: Event[],
): Done | SettingRejection | RejectionFor<'currency_unknown'> {
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isBetween(houseFloor, 0, largest)) return { reason: 'setting_invalid', field: 'houseFloor' };
  const known = state.leverage.floors.get(currency);
  if (known?.houseFloor === houseFloor) return { reason: 'setting_unchanged' };
  const version = (known?.version ?? 0) + 1;
  state.leverage.floors.set(currency, { currency, version, houseFloor });
  const before = known?.houseFloor ?? null;
  events.push({ type: 'margin_configured', currency, version, before, after: houseFloor, operator, cause });
  return done;
}

/**
 * Units of the quote currency in a hand for each point of the price; whole and from 1 to 10^12 if the terms are valid.
 */
export function unitOf(
  { shareDecimals, sharePoints, markDecimals }: Pick<LeverTerms, 'shareDecimals' | 'sharePoints' | 'markDecimals'>,
  quoteDecimals: number,
): number {
  const shift = quoteDecimals - shareDecimals - markDecimals;
  return shift >= 0 ? sharePoints * 10 ** shift : sharePoints / 10 ** -shift;
}

/** The terms with the fields in the order in which they are reported. */
function termsOf(command: LeverTerms): LeverTerms {
  const { state, shareDecimals, sharePoints, markDecimals, multiples, shares, minShare, maxShare } = command;
  const { spreadPpm, feePpm, marketType, reservePpm, tiers, grossCap } = command;
  return {
    state,
    shareDecimals,
    sharePoints,
    markDecimals,
    multiples: [...multiples],
    shares: [...shares],
    minShare,
    maxShare,
    spreadPpm,
    feePpm,
    marketType,
    reservePpm,
    tiers: tiers.map(({ limit, multiple }) => ({ limit, multiple })),
    grossCap,
  };
}

/**
 * The first invalid term, in the order of the command; `before` is null for a market without leverage, `unit` is that
 * of the new terms.
 */
export function invalidLeverTerm(
  after: LeverTerms,
  before: LeverTerms | null,
  unit: number,
): Exclude<keyof LeverTerms, 'state' | 'marketType'> | null {
  const { shareDecimals, sharePoints, markDecimals, multiples, shares, minShare, maxShare } = after;
  if (!isBetween(shareDecimals, 0, maxDecimals) || differs('shareDecimals')) return 'shareDecimals';
  if (!isBetween(sharePoints, 1, maxPoints) || differs('sharePoints')) return 'sharePoints';
  const hasUnit = isBetween(unit, 1, maxUnit);
  if (!isBetween(markDecimals, 0, maxDecimals) || differs('markDecimals') || !hasUnit) return 'markDecimals';
  if (!isAscending(multiples, maxMultiple)) return 'multiples';
  if (!isAscending(shares, maxPoints)) return 'shares';
  if (!isBetween(minShare, 1, maxPoints)) return 'minShare';
  if (!isBetween(maxShare, minShare, maxPoints)) return 'maxShare';
  return invalidRate(after);

  function differs(field: 'shareDecimals' | 'sharePoints' | 'markDecimals'): boolean {
    return before !== null && before[field] !== after[field];
  }
}

function invalidRate({
  spreadPpm,
  feePpm,
  reservePpm,
  tiers,
  grossCap,
}: LeverTerms): 'spreadPpm' | 'feePpm' | 'reservePpm' | 'tiers' | 'grossCap' | null {
  if (!isBetween(spreadPpm, 0, maxRatePpm)) return 'spreadPpm';
  if (!isBetween(feePpm, 0, maxRatePpm)) return 'feePpm';
  if (!isBetween(reservePpm, 1, 1_000_000)) return 'reservePpm';
  const limits = tiers.map(({ limit }) => limit);
  const areValid = tiers.every(
    ({ multiple }, at) => isBetween(multiple, 1, maxMultiple) && multiple <= (tiers[at - 1]?.multiple ?? multiple),
  );
  if (!isAscending(limits, largest) || !areValid) return 'tiers';
  return isBetween(grossCap, 0, largest) ? null : 'grossCap';
}

/** Whether a list has 1 to 20 whole numbers from 1 to the maximum, each above the one before. */
function isAscending(values: readonly number[], maximum: number): boolean {
  if (values.length === 0 || values.length > maxLength) return false;
  return values.every((value, at) => isBetween(value, 1, maximum) && value > (values[at - 1] ?? 0));
}
