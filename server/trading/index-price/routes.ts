import { indexList, indexRules, indexTicks, maxTickSeconds } from '@bourse/contract/index-price';
import type { Views } from '../../ground/feed/index.ts';
import { done, type Gateway, refused } from '../../ground/gateway/index.ts';
import { type IndexPriceState, indexPrices } from './index-view.ts';
import { TickReader } from './tick-reader.ts';
import { indexOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Serves the indices with the ticks and rules behind them, so that anyone can recompute a settlement price. */
export function registerIndexPrice(gateway: Gateway, parts: With<'db' | 'views'>): void {
  const { views } = parts;
  const reader = new TickReader(parts.db);

  gateway.visitor(indexList, () =>
    done(
      indexPrices
        .of(views)
        .all()
        .map((index) => indexOnWire(views.listings, index)),
    ),
  );

  gateway.visitor(indexRules, async (input, { inTurn }) => {
    const index = findIndex(views, input.currency_id);
    if (index === undefined) return refused('currency_unknown');
    return done(await inTurn(() => reader.rules(index.asset)));
  });

  gateway.visitor(
    indexTicks,
    async (input, { inTurn }) => {
      const index = findIndex(views, input.currency_id);
      if (index === undefined) return refused('currency_unknown');
      const [from, to] = [Number(input.from), Number(input.to)];
      if (from > to || to - from > maxTickSeconds) return refused('tick_range_invalid', { seconds: maxTickSeconds });
      const { asset, decimals } = index;
      const query = { asset, decimals, fromMs: from * 1_000, toMs: to * 1_000, after: Number(input.after ?? 0) };
      return done(await reader.ticks(query, inTurn, views.timeMs));
    },
    ({ from, to }) => Math.min(Math.max(Number(to) - Number(from), 0), maxTickSeconds) / secondsPerCostUnit,
  );
}

/** Seconds of ticks per unit of request cost: the longest range counts as 60 requests. */
const secondsPerCostUnit = 10;

/** The index of the currency with this id, if it has one. */
function findIndex(views: Views, id: number | string): IndexPriceState | undefined {
  const currency = views.listings.findCurrency(Number(id));
  return currency === undefined ? undefined : indexPrices.of(views).find(currency.id);
}
