import type { VenueFigures } from '@bourse/contract/leverage';
import { accountType, type CurrencyId, venue } from '@bourse/engine';
import type { LeverSide } from '@bourse/engine/leverage';
import { unitsText, type Views } from '../../ground/feed/index.ts';
import { leverView, type PairState } from './lever-view.ts';
import { pointsText } from './wire.ts';

/** The venue's side of leverage, as of the last command. */
export function figuresOf(views: Views): VenueFigures {
  const pairs = leverView.of(views).pairs();
  const currencies = [...new Set(pairs.map(({ quote }) => quote))].toSorted((a, b) => a - b);
  return {
    sequence: views.sequence,
    time: views.timeMs,
    currencies: currencies.map((currency) => currencyFigures(views, currency)),
    pairs: pairs.map((pair) => pairFigures(views, pair)),
  };
}

function currencyFigures(views: Views, id: CurrencyId): VenueFigures['currencies'][number] {
  const currency = views.listings.currency(id);
  const view = leverView.of(views);
  const house = views.balances.read(venue, accountType.leverHouse, id);
  const insurance = views.balances.read(venue, accountType.insurance, id);
  const { deficit, insured, liquidations, deleveraged } = view.lossesOf(id);
  const money = (units: number) => unitsText(currency, units);
  return {
    currency_id: id,
    currency_code: currency.code,
    lever_house: money(house.available + house.locked),
    lever_reserved: money(house.locked),
    house_floor: money(view.floorOf(id)),
    insurance: money(insurance.available),
    deficits: money(deficit),
    insured: money(insured),
    unpaid: money(view.owedIn(id)),
    liquidations,
    deleveraged,
  };
}

function pairFigures(views: Views, pair: PairState): VenueFigures['pairs'][number] {
  const { quote, symbol } = views.listings.market(pair.market);
  const view = leverView.of(views);
  const side = (of: LeverSide) => {
    const { gross, positions } = view.filledOf(pair.market, of);
    return {
      positions: positions.length,
      gross: unitsText(quote, gross),
      adl_prices: quintiles(pair, positions),
      units: gross,
    };
  };
  const { units: longGross, ...long } = side('long');
  const { units: shortGross, ...short } = side('short');
  return {
    currency_match_id: pair.market,
    symbol,
    state: pair.terms.state,
    mark: pair.mark === null ? null : pointsText(pair, pair.mark),
    gross_cap: unitsText(quote, pair.terms.grossCap),
    ordered: unitsText(quote, view.grossOf(pair.market) - longGross - shortGross),
    long,
    short,
  };
}

/** The entry prices of the last position of each fifth, the best fifth first. */
function quintiles(pair: PairState, ranked: readonly { readonly price: number | null }[]): string[] {
  if (ranked.length === 0) return [];
  return [1, 2, 3, 4, 5].map((fifth) => {
    const last = ranked[Math.ceil((fifth * ranked.length) / 5) - 1];
    return pointsText(pair, last?.price ?? 0);
  });
}
