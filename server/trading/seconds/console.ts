import {
  secondsCalls,
  type SecondsCurrencyRow,
  type SecondsMarketRow,
  type SecondsSettingsRow,
} from '@bourse/contract/console';
import { accountType, venue } from '@bourse/engine';
import type { Direction } from '@bourse/engine/seconds';
import { type Currency, type Market, unitsText, type Views } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { currencyTermsShown, registerConfiguration, settingsShown } from './configuration.ts';
import { readDecisions } from './decisions.ts';
import { resultsOnWire } from './figures.ts';
import { secondsView } from './seconds-view.ts';
import { answered, readSequencePage, sequencePageOf, withGrounds } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type SecondsConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

/** Serves settings, exposure and results of seconds contracts to the operators' console, and takes new settings. */
export function registerSecondsConsole(parts: SecondsConsoleParts): void {
  const { console, db, identityDb, now, views } = parts;

  console.read(secondsCalls.secondsSettings, () => answered({ rows: [settingsRow(views)], next: null, as_of: now() }));

  console.read(secondsCalls.secondsCurrencies, () => {
    const rows = views.listings.currencies().map((currency) => currencyRow(views, currency));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(secondsCalls.secondsMarkets, () => {
    const rows = views.listings.markets().map((market) => marketRow(views, market));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(secondsCalls.secondsResults, () => {
    const rows = secondsView
      .of(views)
      .results.all()
      .map((counts) => {
        const { match_id: id, currency_id: _currency, ...result } = resultsOnWire(counts, views);
        return { id, ...result };
      });
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(secondsCalls.secondsHistory, async (paging) => {
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readDecisions(db, views, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });

  registerConfiguration(parts);
}

function settingsRow(views: Views): SecondsSettingsRow {
  const { settings } = secondsView.of(views);
  if (settings === null) return { version: 0, fee: '0', options: [] };
  const { fee, options } = settingsShown(settings);
  return { version: settings.version, fee, options };
}

function currencyRow(views: Views, currency: Currency): SecondsCurrencyRow {
  const view = secondsView.of(views);
  const known = view.findCurrency(currency.id);
  const house = views.balances.read(venue, accountType.microHouse, currency.id);
  return {
    id: currency.id,
    code: currency.code,
    version: known?.version ?? 0,
    terms: known === undefined ? null : currencyTermsShown(currency, known),
    house_available: unitsText(currency, house.available),
    house_reserved: unitsText(currency, house.locked),
    staked: unitsText(currency, view.stakedIn(currency.id)),
  };
}

function marketRow(views: Views, market: Market): SecondsMarketRow {
  const view = secondsView.of(views);
  const known = view.findMarket(market.id);
  const sides = view.currencies().map(({ currency: id }) => {
    const currency = views.listings.currency(id);
    const side = (direction: Direction) => {
      const { contracts, staked, payout } = view.exposureOf(market.id, direction, id);
      return { contracts, staked: unitsText(currency, staked), payout: unitsText(currency, payout) };
    };
    return { currency_code: currency.code, up: side('up'), down: side('down') };
  });
  return {
    id: market.id,
    symbol: market.symbol,
    version: known?.version ?? 0,
    state: known?.state ?? null,
    index: indexState(views, market),
    sides,
  };
}

function indexState(views: Views, { base }: Market): SecondsMarketRow['index'] {
  if (secondsView.of(views).isChanging(base.id)) return 'waiting';
  const index = indexPrices.of(views).find(base.id);
  if (index === undefined) return 'none';
  return index.price === null ? 'silent' : 'live';
}
