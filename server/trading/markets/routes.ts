import type { CallInput } from '@bourse/contract';
import {
  coinShow,
  currencyInfo,
  currencyMatches,
  deal,
  favorite,
  kline,
  type Match,
  type MatchGroup,
  maxCandles,
  sparklines,
} from '@bourse/contract/markets';
import type { CurrencyId, FeeRates, UserId } from '@bourse/engine';
import type { Pool } from 'pg';
import {
  type Currency,
  depthOnWire,
  findPeriod,
  fractionText,
  longestSeconds,
  lotsText,
  type MarketViews,
  priceText,
  quotationOnWire,
  tapeRowOnWire,
  truncated,
  unitsText,
  Valuation,
  type Views,
} from '../../ground/feed/index.ts';
import { done, type Gateway, refused } from '../../ground/gateway/index.ts';
import { CandleReader } from './candle-reader.ts';
import { currencyProfile, logoOf } from './currency-profiles.ts';
import { Favourites } from './favourites.ts';
import { quoteGroups } from './listing.ts';
import { SparklineReader } from './sparklines.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the market calls. */
export interface MarketParts extends With<'changes' | 'db' | 'leverageFee' | 'now' | 'offersSeconds' | 'views'> {
  readonly database: Pool;
  readonly settings: {
    /** Yuan per USDT, as a plain decimal. */
    readonly usdt_cny_price: string;
    /** 1 shows the currency overview. */
    readonly desc_switch: 0 | 1;
  };
  /** Price levels shown per side. */
  readonly depthLevels: number;
}

/** Serves public market data, and the favourites of the current user. */
export function registerMarkets(gateway: Gateway, parts: MarketParts): void {
  const { views, settings } = parts;
  const candles = new CandleReader(views, parts.database);
  const lines = new SparklineReader(views);
  const favourites = new Favourites(parts.db, parts.now);

  gateway.visitor(currencyMatches, async (_input, caller) => {
    const session = await caller.session();
    const starred = session === null ? null : await favourites.of(session.user);
    const groups = matchGroups(parts, session?.user ?? null);
    return done(starred === null || starred.size === 0 ? groups : withFavourites(groups, starred));
  });

  gateway.member(favorite, async (input, { user }) => {
    const found = views.findMarket(Number(input.currency_match_id));
    if (found === undefined) return refused('market_unknown');
    const added = input.added === true || input.added === 1;
    await favourites.change(user, found.market.id, added);
    parts.changes.report('favourites', user);
    return done({ currency_match_id: found.market.id, added: added ? 1 : 0 });
  });

  gateway.visitor(deal, (input) => {
    const found = views.findMarket(Number(input.currency_match_id));
    if (found === undefined) return refused('market_unknown');
    const { market } = found;
    const { id, code } = market.quote;
    const prices = quotePrices(new Valuation(views), market.quote, settings.usdt_cny_price);
    return done({
      quotation: {
        ...quotationOnWire(found),
        currency_match: { id: market.id, symbol: market.symbol, quote_currency: { id, code, ...prices } },
      },
      depth: depthOnWire(market, found.depth.top(parts.depthLevels)),
      depth_sequence: views.sequence,
      tx_completes: found.tape.latest().map((trade) => tapeRowOnWire(market, trade)),
    });
  });

  gateway.visitor(
    kline,
    async (input, { inTurn }) => {
      const found = findMarket(views, input.currency_match_id, input.symbol);
      if (found === undefined) return refused('market_unknown');
      const period = findPeriod(input.period);
      if (period === undefined) return refused('period_unknown');
      const range = { from: Number(input.from), to: Number(input.to) };
      if (range.from > range.to) return refused('range_invalid', { limit: maxCandles });
      return done(await candles.read(found, period, range, inTurn));
    },
    (input) => maxCandlesRequested(input) / candlesPerCostUnit,
  );

  gateway.visitor(sparklines, () => done(lines.read()));

  gateway.visitor(coinShow, () => done({ desc_switch: settings.desc_switch }));

  gateway.visitor(currencyInfo, (input) => {
    const currency = views.listings.findCurrency(Number(input.currency_id));
    if (currency === undefined) return refused('currency_unknown');
    return done({
      id: currency.id,
      code: currency.code,
      logo: logoOf(currency.code),
      ...currencyProfile(currency.code),
    });
  });
}

/** Candles per unit of request cost. */
const candlesPerCostUnit = 150;

/** Upper bound of the candles that a request can return. */
function maxCandlesRequested({ from, period, to }: CallInput<typeof kline>): number {
  const named = findPeriod(period);
  const seconds = named === undefined ? Infinity : longestSeconds(named);
  return Math.min(maxCandles, Math.max(0, Number(to) - Number(from)) / seconds);
}

/** The market that a caller names by id or by symbol; the id takes precedence. */
function findMarket(
  views: Views,
  id: string | number | undefined,
  symbol: string | undefined,
): MarketViews | undefined {
  if (id !== undefined) return views.findMarket(Number(id));
  const market = symbol === undefined ? undefined : views.listings.marketBySymbol(symbol);
  return market === undefined ? undefined : views.findMarket(market.id);
}

/**
 * Groups by id, and markets by id within a group, with the fee rates of `user`. Quote currencies without a configured
 * group come last.
 */
function matchGroups({ views, leverageFee, offersSeconds, settings }: MarketParts, user: UserId | null): MatchGroup[] {
  const valuation = new Valuation(views);
  const byQuote = new Map<CurrencyId, MarketViews[]>();
  for (const found of views.markets()) {
    const group = byQuote.get(found.market.quote.id);
    if (group === undefined) byQuote.set(found.market.quote.id, [found]);
    else group.push(found);
  }
  const groups = [...byQuote].map(([quoteId, found]): MatchGroup => {
    const quote = views.listings.currency(quoteId);
    return {
      id: quoteGroups.find((group) => group.quote === quoteId)?.id ?? ungrouped + quoteId,
      code: quote.code,
      name: currencyProfile(quote.code).name,
      is_quote: 1,
      ...quotePrices(valuation, quote, settings.usdt_cny_price),
      matches: found.map((one) => {
        const rates = user === null ? one.market : views.fees.ratesOf(user, one.market);
        const { id } = one.market;
        return matchOnWire(one, rates, { leverFeePpm: leverageFee(id), hasSeconds: offersSeconds(id) });
      }),
    };
  });
  return groups.toSorted((a, b) => a.id - b.id);
}

/** Adds the user's stars to the public groups. */
function withFavourites(groups: readonly MatchGroup[], starred: ReadonlySet<number>): MatchGroup[] {
  return groups.map((group) => ({
    ...group,
    matches: group.matches.map((match) => (starred.has(match.id) ? { ...match, added: 1 } : match)),
  }));
}

const ungrouped = 1_000;

/** Products besides spot that a market offers. */
interface Offers {
  /** Null without leverage. */
  readonly leverFeePpm: number | null;
  readonly hasSeconds: boolean;
}

function matchOnWire(
  found: MarketViews,
  { makerFeePpm, takerFeePpm }: FeeRates,
  { leverFeePpm, hasSeconds }: Offers,
): Match {
  const { market } = found;
  const { base, quote } = market;
  return {
    id: market.id,
    name: market.symbol,
    symbol: market.symbol,
    base_currency_id: base.id,
    quote_currency_id: quote.id,
    base_currency_code: base.code,
    quote_currency_code: quote.code,
    base_currency: { id: base.id, code: base.code, name: currencyProfile(base.code).name, logo: logoOf(base.code) },
    open_change: 1,
    open_lever: leverFeePpm === null ? 0 : 1,
    open_microtrade: hasSeconds ? 1 : 0,
    added: 0,
    lever_fee_rate: fractionText(leverFeePpm ?? 0),
    price_decimals: market.priceDecimals,
    price_step: priceText(market, market.priceStep),
    amount_decimals: market.amountDecimals,
    amount_step: lotsText(market, market.quantityStep),
    base_decimals: base.decimals,
    quote_decimals: quote.decimals,
    min_notional: unitsText(quote, market.minNotional),
    market_slippage: fractionText(market.marketSlippagePpm),
    maker_fee_rate: fractionText(makerFeePpm),
    taker_fee_rate: fractionText(takerFeePpm),
    self_trade_prevention: market.selfTradePrevention,
    sell_blocked: market.sellBlocked,
    state: market.state,
    currency_quotation: quotationOnWire(found),
  };
}

/** The price of one unit of a quote currency; "0" before its first trade. */
function quotePrices(
  valuation: Valuation,
  quote: Currency,
  cnyForUsdt: string,
): { cny_price: string; usd_price: string } {
  const dollars = valuation.dollarsForOne(quote);
  const [whole = '0', fraction = ''] = cnyForUsdt.split('.');
  const yuan = (dollars * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length);
  return { cny_price: truncated(yuan, 8), usd_price: truncated(dollars, 8) };
}
