import { isListingId, isOperatorId } from '../identifiers.ts';
import { invalidRate } from './fees.ts';
import { listingOf, LiveMarket } from './market.ts';
import { invalidSetting, isBetween } from './market-settings.ts';
import { done } from '../outcome.ts';
import type { ListMarket } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { Done } from '../outcome.ts';
import type { ExchangeState } from '../state.ts';
import type { Currency } from './market.ts';

const maxDecimals = 18;

/**
 * Lists a market between two listed currencies. One lot must be a whole number of base units, and must cost a whole
 * number of quote units at a price of one tick.
 */
export function listMarket(
  state: ExchangeState,
  command: ListMarket,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'currency_unknown' | 'market_exists' | 'listing_invalid'> {
  const { operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const base = state.currencies.get(command.base);
  const quote = state.currencies.get(command.quote);
  if (base === undefined || quote === undefined) return { reason: 'currency_unknown' };
  if (state.markets[command.market] !== undefined) return { reason: 'market_exists' };
  const field = invalidField(command);
  if (field !== null) return { reason: 'listing_invalid', field };
  const baseUnitsPerLot = unitsPerLot(command, base);
  if (baseUnitsPerLot === null) return { reason: 'listing_invalid', field: 'lotPoints' };
  const quoteUnitsPerTickLot = unitsPerTickLot(command, quote);
  if (quoteUnitsPerTickLot === null) return { reason: 'listing_invalid', field: 'tickPoints' };

  const listing = listingOf(command, baseUnitsPerLot, quoteUnitsPerTickLot);
  state.markets[command.market] = new LiveMarket(listing, state);
  events.push({ type: 'market_listed', ...listing, operator, cause });
  return done;
}

/** The first field that is invalid on its own, in the order of the command. */
function invalidField(command: ListMarket): keyof ListMarket | null {
  if (!isListingId(command.market)) return 'market';
  if (command.quote === command.base) return 'quote';
  if (!isBetween(command.priceDecimals, 0, maxDecimals)) return 'priceDecimals';
  if (!isBetween(command.tickPoints, 1, Number.MAX_SAFE_INTEGER)) return 'tickPoints';
  if (!isBetween(command.amountDecimals, 0, maxDecimals)) return 'amountDecimals';
  if (!isBetween(command.lotPoints, 1, Number.MAX_SAFE_INTEGER)) return 'lotPoints';
  return invalidSetting(command) ?? invalidRate(command);
}

/** Base units in one lot; null unless it is a whole number. */
function unitsPerLot(command: ListMarket, base: Currency): number | null {
  return wholeUnits(BigInt(command.lotPoints), base.decimals - command.amountDecimals);
}

/** Quote units for one lot at a price of one tick; null unless it is a whole number. */
function unitsPerTickLot(command: ListMarket, quote: Currency): number | null {
  const points = BigInt(command.tickPoints) * BigInt(command.lotPoints);
  return wholeUnits(points, quote.decimals - command.priceDecimals - command.amountDecimals);
}

/** points × 10^exponent if that is a safe integer of at least 1; otherwise null. */
function wholeUnits(points: bigint, exponent: number): number | null {
  const scale = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && points % scale !== 0n) return null;
  const units = exponent < 0 ? points / scale : points * scale;
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null;
}
