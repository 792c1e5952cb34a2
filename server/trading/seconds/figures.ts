import type { MicroDay, MicroFigures, MicroResults } from '@bourse/contract/seconds';
import { accountType, venue } from '@bourse/engine';
import { unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import type { DayOfVoids } from './daily-voids.ts';
import type { ResultCounts } from './results.ts';
import { secondsView } from './seconds-view.ts';
import { payoutTerms } from './wire.ts';

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
        currency_id: id,
        currency_code: currency.code,
        house: unitsText(currency, available + locked),
        reserved: unitsText(currency, locked),
        staked: unitsText(currency, view.stakedIn(id)),
      };
    }),
    results: view.results.all().map((counts) => resultsOnWire(counts, views)),
    days: view.dailyVoids.all().map(dayOnWire),
  };
}

/** The results of contracts on the same terms in wire format. */
export function resultsOnWire(counts: ResultCounts, views: Views): MicroResults {
  const { market, seconds, win: wins, loss: losses, tie: ties, void: voids, staked, paidOut } = counts;
  const currency = views.listings.currency(counts.currency);
  const money = (units: bigint) => wideText(units, currency.decimals);
  return {
    match_id: market,
    symbol: views.listings.market(market).symbol,
    seconds,
    currency_id: currency.id,
    currency_code: currency.code,
    ...payoutTerms(counts),
    wins,
    losses,
    ties,
    voids,
    win_rate: percentText(wins, wins + losses),
    void_rate: percentText(voids, wins + losses + ties + voids),
    staked: money(staked),
    paid_out: money(paidOut),
    house_result: money(staked - paidOut),
  };
}

function dayOnWire({ dayMs: day, contracts, index_interrupted, too_few_ticks }: DayOfVoids): MicroDay {
  const void_rate = percentText(index_interrupted + too_few_ticks, contracts);
  return { day, contracts, index_interrupted, too_few_ticks, void_rate };
}

/** A part of a whole in percent with two decimals, rounded down; null without a whole. */
function percentText(part: number, whole: number): string | null {
  return whole === 0 ? null : wideText((BigInt(part) * 10_000n) / BigInt(whole), 2);
}
