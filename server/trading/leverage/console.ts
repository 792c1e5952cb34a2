import { leverageCalls, type LeverageFundRow, type LeveragePairRow } from '@bourse/contract/console';
import { accountType, type CurrencyId, venue } from '@bourse/engine';
import type { LeverSide } from '@bourse/engine/leverage';
import { type Market, unitsText, Valuation, type Views } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { registerConfiguration, termsOnWire } from './configuration.ts';
import { readDecisions } from './decisions.ts';
import { leverView, type PairState } from './lever-view.ts';
import { type DayLosses, noDayLosses, readDayLosses, readLiquidations } from './losses.ts';
import type { PositionState } from './position-state.ts';
import { hazardRate, pointsText } from './wire.ts';
import {
  answered,
  readSequencePage,
  refusal,
  sequencePageOf,
  withGrounds,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type LeverageConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

const dayMs = 86_400_000;
const largestShown = 50;
const liquidationsShown = 200;

/** Serves the terms of leverage, its exposure and its losses to the operators' console, and changes of the terms. */
export function registerLeverageConsole(parts: LeverageConsoleParts): void {
  registerLists(parts);
  registerLosses(parts);
  registerConfiguration(parts);
}

function registerLists({ console, now, views, db, identityDb }: LeverageConsoleParts): void {
  console.read(leverageCalls.leveragePairs, () => {
    const rows = views.listings.markets().map((market) => pairRow(views, market));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(leverageCalls.leveragePositions, () => {
    const rows = largest(views).map((position) => positionRow(views, position));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(leverageCalls.leverageHistory, async ({ id, ...paging }) => {
    const market = views.listings.findMarket(Number(id));
    if (market === undefined) return refusal('market_unknown');
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readDecisions(db, market, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });
}

function registerLosses({ console, db, now, views }: LeverageConsoleParts): void {
  console.read(leverageCalls.leverageFunds, async () => {
    const losses = await readDayLosses(db, views.timeMs - dayMs);
    const rows = leverView
      .of(views)
      .quotes()
      .map((currency) => fundRow(views, currency, losses.get(currency) ?? noDayLosses));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(leverageCalls.leverageLiquidations, async () => {
    const rows = await readLiquidations(db, views.timeMs - dayMs, liquidationsShown);
    const shown = rows.map(({ currency: id, equity, maintenance, fee, ...row }) => {
      const currency = views.listings.currency(id);
      const money = (units: number) => unitsText(currency, units);
      const amounts = { equity: money(equity), maintenance: money(maintenance), fee: money(fee) };
      return { ...row, currency_code: currency.code, ...amounts };
    });
    return answered({ rows: shown, next: null, as_of: now() });
  });
}

function pairRow(views: Views, market: Market): LeveragePairRow {
  const view = leverView.of(views);
  const pair = view.findPair(market.id);
  const money = (units: number) => unitsText(market.quote, units);
  const gross = (side: LeverSide) => view.filledOf(market.id, side).gross;
  const side = (of: LeverSide) => {
    return { positions: view.filledOf(market.id, of).positions.length, gross: money(gross(of)) };
  };
  return {
    id: market.id,
    symbol: market.symbol,
    quote_code: market.quote.code,
    version: pair?.version ?? 0,
    terms: pair === undefined ? null : termsOnWire(market.quote, pair.terms),
    mark: pair === undefined || pair.mark === null ? null : pointsText(pair, pair.mark),
    ...suspensionOf(views, pair),
    long: side('long'),
    short: side('short'),
    net: money(gross('long') - gross('short')),
    ordered: money(view.grossOf(market.id) - gross('long') - gross('short')),
  };
}

/** Why a pair has no mark, and the currency whose index is the reason. */
function suspensionOf(views: Views, pair: PairState | undefined): Pick<LeveragePairRow, 'suspended' | 'suspended_by'> {
  if (pair === undefined || pair.mark !== null) return { suspended: null, suspended_by: null };
  const indices = indexPrices.of(views);
  const by = (id: CurrencyId) => ({ suspended_by: views.listings.currency(id).code });
  const base = indices.find(pair.base);
  if (base === undefined) return { suspended: 'no_index', ...by(pair.base) };
  if (base.price === null) return { suspended: 'no_price', ...by(pair.base) };
  // A quote currency without an index is the reference of all prices.
  if (indices.find(pair.quote)?.price === null) return { suspended: 'no_price', ...by(pair.quote) };
  return { suspended: 'out_of_range', suspended_by: null };
}

function fundRow(views: Views, id: CurrencyId, day: DayLosses): LeverageFundRow {
  const view = leverView.of(views);
  const currency = views.listings.currency(id);
  const house = views.balances.read(venue, accountType.leverHouse, id);
  const insurance = views.balances.read(venue, accountType.insurance, id);
  const { deficit, insured, liquidations, deleveraged } = view.lossesOf(id);
  const unpaid = view.owedIn(id);
  const money = (units: number) => unitsText(currency, units);
  return {
    currency_id: id,
    currency_code: currency.code,
    version: view.floorVersionOf(id),
    house_floor: money(view.floorOf(id)),
    house_available: money(house.available),
    house_reserved: money(house.locked),
    insurance: money(insurance.available),
    deficits: money(deficit),
    insured: money(insured),
    unpaid: money(unpaid),
    liquidations,
    deleveraged,
    day_deficits: money(day.deficit),
    // Claims cannot have grown by more than they are, whatever the history says of profits that are no claims.
    day_unpaid: money(Math.min(day.unpaid, unpaid)),
    day_liquidations: day.liquidations,
  };
}

/** The largest positions by the dollars that they are worth, then by id. */
function largest(views: Views): readonly PositionState[] {
  const valuation = new Valuation(views);
  const valued = leverView
    .of(views)
    .filled()
    .map((position) => {
      return { position, dollars: valuation.dollars(views.listings.currency(position.currency), position.amount) };
    });
  return valued
    .toSorted((a, b) => {
      if (a.dollars === b.dollars) return a.position.position - b.position.position;
      return a.dollars < b.dollars ? 1 : -1;
    })
    .slice(0, largestShown)
    .map(({ position }) => position);
}

function positionRow(views: Views, position: PositionState) {
  const view = leverView.of(views);
  const { quote, symbol } = views.listings.market(position.market);
  return {
    id: position.position,
    user_id: position.user,
    symbol,
    quote_code: quote.code,
    side: position.side,
    amount: unitsText(quote, position.amount),
    profit: unitsText(quote, view.profitOf(position)),
    risk_rate: hazardRate(view.account(position.user, position.currency)),
    adl_rank: view.rankOf(position),
  };
}
