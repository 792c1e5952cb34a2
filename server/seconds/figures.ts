import type { MicroFigures, MicroResults } from '@bourse/contract/seconds';
import { accountType, venue } from '@bourse/engine';
import { unitsText, type Views, wideText } from '../feed/index.ts';
import type { ResultCounts } from './results.ts';
import { secondsView } from './seconds-view.ts';

/** The venue's side of seconds contracts, as of the last command. */
export function figuresOf(views: Views): MicroFigures {
  const view = secondsView.of(views);
  return {
    sequence: views.sequence,
    time: views.timeMs,
    currencies: view.currencies().map(({ currency: id }) => {
      const currency = views.listings.currency(id);
      const { available, locked } = views.balances.read(venue, accountType.microHouse, id);
      return {
        ...{ currency_id: id, currency_code: currency.code },
        house: unitsText(currency, available + locked),
        reserved: unitsText(currency, locked),
        staked: unitsText(currency, view.stakedIn(id)),
      };
    }),
    results: view.results.all().map((counts) => resultsOnWire(counts, views)),
  };
}

/** The results of a duration on a market in wire format. */
export function resultsOnWire(counts: ResultCounts, views: Views): MicroResults {
  const { market, seconds, win: wins, loss: losses, tie: ties, void: voids } = counts;
  return {
    ...{ match_id: market, symbol: views.listings.market(market).symbol, seconds, wins, losses, ties, voids },
    win_rate: percentText(wins, wins + losses),
    void_rate: percentText(voids, wins + losses + ties + voids),
  };
}

/** A part of a whole in percent with two decimals, rounded down; null without a whole. */
function percentText(part: number, whole: number): string | null {
  return whole === 0 ? null : wideText((BigInt(part) * 10_000n) / BigInt(whole), 2);
}
