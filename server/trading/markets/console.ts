import { type ConsoleInput, marketCalls, type MarketDetail, type MarketRow } from '@bourse/contract/console';
import { currencyId, type ListMarket, listingIdLimit, marketId, type MarketSettings } from '@bourse/engine';
import { invalidRate, invalidSetting } from '@bourse/engine/market';
import {
  type Currency,
  type Market,
  type MarketViews,
  quotationOnWire,
  Valuation,
  type Views,
  wideText,
} from '../../ground/feed/index.ts';
import { currencyProfile } from './currency-profiles.ts';
import { readDecisions, readListings } from './decision-log.ts';
import { marketDecisions } from './market-decisions.ts';
import {
  fieldOfSetting,
  type MarketUnits,
  ratesShown,
  readAllSettings,
  readChangedSettings,
  readRates,
  settingsShown,
  unitOf,
  unitProblem,
  unitsOf,
  unitsShown,
} from './market-terms.ts';
import {
  answered,
  type ConsoleRefused,
  differences,
  FigureReader,
  prepared,
  readSequencePage,
  refusal,
  sequencePageOf,
  type Unit,
  withGrounds,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type MarketConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

/** Serves the currencies and markets to the operators' console, and the decisions about them. */
export function registerMarketConsole(parts: MarketConsoleParts): void {
  registerCurrencies(parts);
  registerMarketReads(parts);
  registerListing(parts);
  registerChanges(parts);
}

function registerCurrencies({ console, db, identityDb, now, views }: MarketConsoleParts): void {
  console.read(marketCalls.currencies, async () => {
    const listed = new Map((await withGrounds(identityDb, await readListings(db))).map((row) => [row.currency, row]));
    const markets = views.listings.markets();
    const rows = views.listings.currencies().map((currency) => {
      const { at = 0, by = null } = listed.get(currency.id) ?? {};
      return {
        id: currency.id,
        code: currency.code,
        name: currencyProfile(currency.code).name,
        decimals: currency.decimals,
        markets: markets.filter(({ base, quote }) => base.id === currency.id || quote.id === currency.id).length,
        listed_at: at,
        listed_by: by,
      };
    });
    return answered({ rows, next: null, as_of: now() });
  });

  console.command(marketCalls.listCurrency, ({ code, decimals }) => {
    if (views.listings.currencyByCode(code) !== undefined) return refusal('currency_listed', { code });
    const id = nextId(views.listings.currencies());
    if (id === null) return refusal('listing_full');
    return prepared(
      { type: 'list_currency', currency: currencyId(id), code, decimals },
      { subject: { kind: 'currency', id: code }, before: null, after: { id, code, decimals } },
      () => ({ id }),
    );
  });
}

function registerMarketReads({ console, db, identityDb, now, views }: MarketConsoleParts): void {
  console.read(marketCalls.markets, ({ q = '', state }) => {
    const wanted = q.trim().toUpperCase();
    const orders = openOrders(views);
    const rows = views
      .markets()
      .filter(({ market }) => market.symbol.includes(wanted) && (state === undefined || market.state === state))
      .map((found) => rowOf(views, found, orders));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(marketCalls.market, ({ id }) => {
    const found = views.findMarket(Number(id));
    return found === undefined ? refusal('market_unknown') : answered(detailOf(views, found));
  });

  console.read(marketCalls.marketHistory, async ({ id, ...paging }) => {
    const found = views.findMarket(Number(id));
    if (found === undefined) return refusal('market_unknown');
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readDecisions(db, found.market, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });
}

function registerListing({ console, views }: MarketConsoleParts): void {
  console.read(marketCalls.checkUnits, (input) => {
    const units = readPair(views, input);
    return units.ok ? answered(exampleOf(views, units)) : units;
  });

  console.command(marketCalls.listMarket, (input) => {
    const units = readPair(views, input);
    if (!units.ok) return units;
    const id = nextId(views.listings.markets());
    if (id === null) return refusal('listing_full');
    const { base, quote, price, quantity } = units;
    const read = new FigureReader();
    const settings = readAllSettings(read, input, units);
    const rates = readRates(read, input);
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const invalid = invalidSetting(settings) ?? invalidRate(rates);
    if (invalid !== null) return refusal('setting_invalid', { field: fieldOfSetting[invalid] });
    const command: Omit<ListMarket, 'operator' | 'cause'> = {
      type: 'list_market',
      market: marketId(id),
      base: base.id,
      quote: quote.id,
      priceDecimals: price.decimals,
      tickPoints: price.points,
      amountDecimals: quantity.decimals,
      lotPoints: quantity.points,
      ...settings,
      ...rates,
      state: input.state,
    };
    const symbol = `${base.code}/${quote.code}`;
    const after = {
      symbol,
      state: input.state,
      ...unitsShown(units),
      ...settingsShown(units, settings),
      ...ratesShown(rates),
    };
    const effect = { subject: { kind: 'market', id: String(id) }, before: null, after };
    return prepared(command, effect, ({ sequence }) => ({ id, version: sequence }));
  });
}

function registerChanges({ console, views }: MarketConsoleParts): void {
  console.command(marketCalls.changeState, ({ id, state, version }) => {
    const market = views.findMarket(id)?.market;
    if (market === undefined) return refusal('market_unknown');
    if (marketDecisions.of(views).versionOf(id) !== version) return refusal('changed_meanwhile');
    if (market.state === state) return refusal('setting_unchanged');
    return prepared(
      { type: 'change_market_state', market: market.id, state },
      { subject: subjectOf(market), before: { state: market.state }, after: { state } },
      ({ sequence }) => ({ id, version: sequence }),
    );
  });

  console.command(marketCalls.changeSettings, ({ id, version, ...input }) => {
    const market = views.findMarket(id)?.market;
    if (market === undefined) return refusal('market_unknown');
    if (marketDecisions.of(views).versionOf(id) !== version) return refusal('changed_meanwhile');
    const read = new FigureReader();
    const units = unitsOf(market);
    const settings = readChangedSettings(read, input, { market, units });
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const invalid = invalidSetting(settings);
    if (invalid !== null) return refusal('setting_invalid', { field: fieldOfSetting[invalid] });
    const { before, after } = differences(settingsShown(units, market), settingsShown(units, settings));
    if (Object.keys(after).length === 0) return refusal('setting_unchanged');
    return prepared(
      {
        type: 'change_market_settings',
        market: market.id,
        settings: differences<MarketSettings>(market, settings).after,
      },
      { subject: subjectOf(market), before, after },
      ({ sequence }) => ({ id, version: sequence }),
    );
  });

  console.command(marketCalls.setFees, ({ id, rates: input, tier, version }) => {
    const market = views.findMarket(id)?.market;
    if (market === undefined) return refusal('market_unknown');
    if (marketDecisions.of(views).versionOf(id) !== version) return refusal('changed_meanwhile');
    if (input === null && tier === 0) return refusal('setting_invalid', { field: 'tier' });
    const read = new FigureReader();
    const rates = input === null ? null : readRates(read, input);
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const invalid = rates === null ? null : invalidRate(rates);
    if (invalid !== null) return refusal('setting_invalid', { field: fieldOfSetting[invalid] });
    const known = tiersOf(views, market).find((one) => one.tier === tier);
    const before = known === undefined ? null : { tier, maker_fee: known.maker_fee, taker_fee: known.taker_fee };
    const after = rates === null ? null : { tier, ...ratesShown(rates) };
    if (JSON.stringify(before) === JSON.stringify(after)) return refusal('setting_unchanged');
    return prepared(
      { type: 'set_fee_tier', market: market.id, tier, rates },
      { subject: subjectOf(market), before, after },
      ({ sequence }) => ({ id, version: sequence }),
    );
  });
}

interface NewPair extends MarketUnits {
  readonly ok: true;
  readonly base: Currency;
  readonly quote: Currency;
}

/** The currencies and units of a new market, or why they cannot be those of one. */
function readPair(
  views: Views,
  input: ConsoleInput<typeof marketCalls.checkUnits>,
): NewPair | ConsoleRefused<keyof typeof marketCalls.checkUnits.refusals> {
  const { listings } = views;
  const base = listings.findCurrency(Number(input.base));
  const quote = listings.findCurrency(Number(input.quote));
  if (base === undefined) return refusal('currency_unknown', { field: 'base' });
  if (quote === undefined) return refusal('currency_unknown', { field: 'quote' });
  if (base.id === quote.id) return refusal('pair_invalid');
  // Channels and addresses name a market by its symbol, so a pair has one market.
  const known = listings.marketBySymbol(`${base.code}/${quote.code}`);
  if (known !== undefined) return refusal('pair_listed', { market: known.id });
  const read = new FigureReader();
  const price = readUnit(read, 'tick', input.tick, Number(input.price_decimals));
  const quantity = readUnit(read, 'lot', input.lot, Number(input.amount_decimals));
  if (read.problem !== null) return refusal('decimal_invalid', read.problem);
  const problem = unitProblem({ price, quantity }, base, quote);
  if (problem !== null) return refusal(problem.error, problem.details);
  return { ok: true, base, quote, price, quantity, amount: unitOf(quote) };
}

function readUnit(read: FigureReader, field: string, text: string, decimals: number): Unit {
  return { decimals, points: read.positive(field, text, { decimals, points: 1 }) };
}

/** An order for a hundred lots at the present price of the pair, or at a thousand ticks if there is none. */
function exampleOf(views: Views, { base, quote, price, quantity }: NewPair) {
  const valuation = new Valuation(views);
  const [of, by] = [valuation.dollarsForOne(base), valuation.dollarsForOne(quote)];
  const tick = by * BigInt(price.points);
  const nearest = tick === 0n ? 0n : (of * 10n ** BigInt(price.decimals)) / tick;
  const ticks = nearest > 0n ? nearest : 1_000n;
  const lotPoints = BigInt(quantity.points);
  const lotValue = ticks * BigInt(price.points) * lotPoints;
  const decimals = price.decimals + quantity.decimals;
  return {
    price: wideText(ticks * BigInt(price.points), price.decimals),
    quantity: wideText(exampleLots * lotPoints, quantity.decimals),
    total: wideText(exampleLots * lotValue, decimals),
    lot_value: wideText(lotValue, decimals),
  };
}

const exampleLots = 100n;

/** The id after the last one in use; null if there is none left. */
function nextId(listed: readonly { readonly id: number }[]): number | null {
  const id = Math.max(0, ...listed.map((one) => one.id)) + 1;
  return id < listingIdLimit ? id : null;
}

function subjectOf({ id }: Market) {
  return { kind: 'market', id: String(id) };
}

/** The number of open orders by market. */
function openOrders({ orders }: Views): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { market } of orders.all()) counts.set(market, (counts.get(market) ?? 0) + 1);
  return counts;
}

function rowOf(views: Views, found: MarketViews, orders: ReadonlyMap<number, number>): MarketRow {
  const { market } = found;
  const { change, close, volume } = quotationOnWire(found);
  return {
    id: market.id,
    symbol: market.symbol,
    base_code: market.base.code,
    quote_code: market.quote.code,
    state: market.state,
    last_price: close === '0' ? null : close,
    change,
    volume,
    open_orders: orders.get(market.id) ?? 0,
    ...ratesShown(market),
    version: marketDecisions.of(views).versionOf(market.id),
  };
}

function detailOf(views: Views, found: MarketViews): MarketDetail {
  const { market } = found;
  const units = unitsOf(market);
  return {
    ...rowOf(views, found, openOrders(views)),
    base_id: market.base.id,
    quote_id: market.quote.id,
    ...unitsShown(units),
    ...settingsShown(units, market),
    tiers: tiersOf(views, market),
  };
}

/** The rates of all tiers of a market; those of tier 0 are the market's own. */
function tiersOf(views: Views, market: Market): MarketDetail['tiers'] {
  const tiers = [{ tier: 0, rates: market }, ...views.fees.tiersOf(market)];
  return tiers.map(({ tier, rates }) => ({ tier, ...ratesShown(rates) }));
}
