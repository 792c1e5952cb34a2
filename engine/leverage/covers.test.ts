import { beforeEach, describe, expect, it } from 'vitest';
import { currencyId, marketId } from '../identifiers.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { LeverMarket, leverTerms } from '../testing/leverage.ts';
import { setup } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';

const other = currencyId(3);
const terms = { spreadPpm: 0, feePpm: 0 };

let market: LeverMarket;

/** The closes of positions: why, which, and at which mark. */
function closes(events: readonly Event[]): unknown[] {
  return events.flatMap((event) =>
    event.type === 'lever_closed' ? [[event.reason, event.position, event.closePrice]] : [],
  );
}

/** The only source of the other currency reports a price now. */
function reportOther(cents: number): Event[] {
  return market.exchange.apply(tick('other', market.exchange.exchange.timeMs, [[other, cents]]));
}

/** Alice gains 120 of 100 USDT with position 1 on the other pair, and loses them with position 2. */
beforeEach(() => {
  market = new LeverMarket({}, { terms });
  const { exchange } = market;
  exchange.apply({ type: 'list_currency', currency: other, code: 'OTHER', decimals: 8, ...setup });
  const [first] = exchange.exchange.markets();
  if (first === undefined) throw new Error('no market is listed');
  exchange.apply({ ...first, type: 'list_market', market: marketId(2), base: other, ...setup });
  exchange.apply(indexOf({ asset: other, sources: ['other'], minSources: 1, stalenessMs: 3_600_000 }));
  exchange.apply(leverTerms({ market: marketId(2), ...terms }));
  reportOther(6_500_000);
  market.price(6_500_000);
  market.submit({ market: marketId(2), share: 60 });
  market.submit({ side: 'short', share: 60 });
  reportOther(6_500_000);
  market.price(6_500_000);
  reportOther(6_700_000);
  market.price(6_700_000);
});

describe('a close of which the loss is above the balance', () => {
  it('waits for marks of the profits that cover it that are not older than the close', () => {
    market.change('close_lever', 2);
    expect(closes(market.price(6_700_000))).toEqual([]);
    market.exchange = market.exchange.restarted();
    expect(closes(reportOther(6_690_000))).toEqual([]);
    expect(closes(market.price(6_700_000))).toEqual([
      ['cover', 1, 66_900_000],
      ['user', 2, 67_000_000],
    ]);
  });

  it('waits at its stop too', () => {
    market.setStops(2, null, 67_100_000);
    expect(closes(market.price(6_720_000))).toEqual([]);
    reportOther(6_690_000);
    expect(closes(market.price(6_720_000))).toEqual([
      ['cover', 1, 66_900_000],
      ['stop_loss', 2, 67_200_000],
    ]);
  });

  it('does not wait while the account can pay it', () => {
    market.change('close_lever', 2);
    expect(closes(market.price(6_660_000))).toEqual([['user', 2, 66_600_000]]);
  });

  it('does not wait in a liquidation', () => {
    market.change('close_lever', 2);
    expect(closes(market.price(6_850_000))).toEqual([
      ['cover', 1, 67_000_000],
      ['liquidation', 2, 68_500_000],
    ]);
  });

  it('under logic version 5 closes them at older marks', () => {
    market.exchange.exchange.useLogic(5);
    market.change('close_lever', 2);
    expect(closes(market.price(6_700_000))).toEqual([
      ['cover', 1, 67_000_000],
      ['user', 2, 67_000_000],
    ]);
  });
});
