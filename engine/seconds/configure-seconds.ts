import { isOperatorId } from '../identifiers.ts';
import { isBetween } from '../market/market-settings.ts';
import { million } from '../money.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type {
  ConfigureSeconds,
  ConfigureSecondsCurrency,
  ConfigureSecondsMarket,
  SecondsCurrencyTerms,
  SecondsSettings,
} from './commands.ts';

/**
 * The settlement window is a sixth of the duration and needs three ticks. Sources report twice a second, a little late
 * at times: shorter contracts would often be void, and those of less than 9 seconds always.
 */
const shortestSeconds = 10;
/** The shortest duration under logic versions before `spacedTicksVersion`. */
const oldShortestSeconds = 5;
/** A longer contract is not a short one. */
const longestSeconds = 3600;
/**
 * The highest payout is the stake. With a higher one, buying both directions between two ticks would be a profit
 * without a risk, at the expense of the house.
 */
const maxRatioPpm = million;
/** With `maxRatioPpm`, stake and payout together are a safe integer. */
const maxStake = Math.floor(Number.MAX_SAFE_INTEGER / 2);
/** The most numbers in a list of settings. */
const maxLength = 20;

type SettingRejection = RejectionFor<'operator_invalid' | 'setting_invalid' | 'setting_unchanged'>;

/** Sets durations, payouts and the fee of new contracts. */
export function configureSeconds(
  state: ExchangeState,
  command: ConfigureSeconds,
  events: Event[],
): Done | SettingRejection {
  const { operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const shortest = state.seconds.areShortOnesRefused ? shortestSeconds : oldShortestSeconds;
  const field = invalidSecondsField(command, shortest);
  if (field !== null) return { reason: 'setting_invalid', field };
  const known = state.seconds.settings;
  const before = known === null ? null : settingsOf(known);
  const after = settingsOf(command);
  if (JSON.stringify(before) === JSON.stringify(after)) return { reason: 'setting_unchanged' };

  const version = (known?.version ?? 0) + 1;
  state.seconds.settings = { version, ...after };
  events.push({ type: 'seconds_configured', version, before, after, operator, cause });
  return done;
}

/** Sets which stakes a currency offers, and its caps. */
export function configureSecondsCurrency(
  state: ExchangeState,
  command: ConfigureSecondsCurrency,
  events: Event[],
): Done | SettingRejection | RejectionFor<'currency_unknown'> {
  const { currency, operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  const field = invalidSecondsCurrencyField(command);
  if (field !== null) return { reason: 'setting_invalid', field };
  const known = state.seconds.currencies.get(currency);
  const before = known === undefined ? null : currencyTermsOf(known);
  const after = currencyTermsOf(command);
  if (JSON.stringify(before) === JSON.stringify(after)) return { reason: 'setting_unchanged' };

  const version = (known?.version ?? 0) + 1;
  state.seconds.currencies.set(currency, { currency, version, ...after });
  events.push({ type: 'seconds_currency_configured', currency, version, before, after, operator, cause });
  return done;
}

/**
 * Opens or closes a market for new contracts. Its quote currency must be the one in which indices are stated, which has
 * no index itself.
 */
export function configureSecondsMarket(
  state: ExchangeState,
  { market, state: offer, operator, cause }: ConfigureSecondsMarket,
  events: Event[],
): Done | SettingRejection | RejectionFor<'market_unknown'> {
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const listing = state.markets[market]?.listing;
  if (listing === undefined) return { reason: 'market_unknown' };
  const asset = listing.base;
  const hasIndex = state.indices.configurationOf(asset) !== undefined;
  const isQuotedLikeIndex = state.indices.configurationOf(listing.quote) === undefined;
  if (!hasIndex || !isQuotedLikeIndex) return { reason: 'setting_invalid', field: 'market' };
  const known = state.seconds.markets.get(market);
  const before = known?.state ?? null;
  if (before === offer) return { reason: 'setting_unchanged' };

  const version = (known?.version ?? 0) + 1;
  state.seconds.markets.set(market, { market, asset, version, state: offer });
  state.seconds.watch(asset);
  events.push({ type: 'seconds_market_configured', market, version, before, after: offer, operator, cause });
  return done;
}

/** The first invalid field of the settings, in the order of the command. */
export function invalidSecondsField(
  { options, feePpm }: SecondsSettings,
  shortest = shortestSeconds,
): keyof SecondsSettings | null {
  const areValid =
    options.length >= 1 &&
    options.length <= maxLength &&
    options.every(
      ({ seconds, ratioPpm }, at) =>
        isBetween(seconds, shortest, longestSeconds) &&
        seconds > (options[at - 1]?.seconds ?? 0) &&
        isBetween(ratioPpm, 1, maxRatioPpm),
    );
  if (!areValid) return 'options';
  return isBetween(feePpm, 0, million) ? null : 'feePpm';
}

/** The first invalid field of a currency's terms, in the order of the command. */
export function invalidSecondsCurrencyField({
  numbers,
  userCap,
  sideCap,
}: SecondsCurrencyTerms): 'numbers' | 'userCap' | 'sideCap' | null {
  const areValid =
    numbers.length >= 1 &&
    numbers.length <= maxLength &&
    numbers.every((number, at) => isBetween(number, 1, maxStake) && number > (numbers[at - 1] ?? 0));
  if (!areValid) return 'numbers';
  if (!isBetween(userCap, 0, Number.MAX_SAFE_INTEGER)) return 'userCap';
  return isBetween(sideCap, 0, Number.MAX_SAFE_INTEGER) ? null : 'sideCap';
}

/** The settings, with the fields in the order in which they are reported. */
function settingsOf({ options, feePpm }: SecondsSettings): SecondsSettings {
  return { options: options.map(({ seconds, ratioPpm }) => ({ seconds, ratioPpm })), feePpm };
}

/** The terms, with the fields in the order in which they are reported. */
function currencyTermsOf({ numbers, userCap, sideCap, state }: SecondsCurrencyTerms): SecondsCurrencyTerms {
  return { numbers: [...numbers], userCap, sideCap, state };
}
