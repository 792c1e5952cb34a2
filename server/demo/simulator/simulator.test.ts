import { accountType, amount, lots, ticks, userId, type Event, type MarketId, type Side } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { CoreRefusal, type Committed } from '../../ground/core/index.ts';
import { indexPrices } from '../../trading/index-price/index.ts';
import { minuteMs } from './bitcoin-path.ts';
import { makerUsers, takerUsers } from './bots.ts';
import { fundSource } from './funding.ts';
import { openVenue, type SimulatedVenue } from './simulated-venue.ts';
import type { TradedMarket } from './traded-market.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const person = userId(100_001);

describe(`the bots (seed ${seed})`, () => {
  it('fill an empty exchange with quotes on both sides of every market within 20 seconds', async () => {
    const venue = await openVenue({ seed, open: false });
    await venue.pass(20_000);
    for (const market of venue.simulator.markets) {
      const { bids, asks } = venue.views.market(market.id).depth.top(100);
      expect(bids.length, market.symbol).toBeGreaterThanOrEqual(50);
      expect(asks.length, market.symbol).toBeGreaterThanOrEqual(market.sellBlocked ? 0 : 50);
      expect(market.sellBlocked && asks.length > 0).toBe(false);
    }
    expect(venue.warnings).toEqual([]);
  });

  it('are deterministic for a given exchange, seed and clock', async () => {
    const hashes: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const venue = await openVenue({ seed });
      await venue.pass(3 * minuteMs);
      hashes.push(venue.exchange.stateHash());
    }
    expect(hashes[0]).toBe(hashes[1]);
    const other = await openVenue({ seed: seed + 1 });
    await other.pass(3 * minuteMs);
    expect(other.exchange.stateHash()).not.toBe(hashes[0]);
  });

  it('report every index twice a second from each source, at prices that trades cannot move', async () => {
    const ticks: Committed[] = [];
    const venue = await openVenue({
      seed,
      onCommand: (committed) => {
        if (committed.command.type === 'index_ticks') ticks.push(committed);
      },
    });
    await venue.pass(60_000);
    expect(ticks.length).toBeGreaterThan(3 * 105);
    expect(ticks.length).toBeLessThanOrEqual(3 * 121);
    expect(ticks.flatMap(({ events }) => events).filter(({ type }) => type === 'rejected')).toEqual([]);
    for (const { asset, price, decimals, live } of indexPrices.of(venue.views).all()) {
      const market = venue.simulator.markets.find(({ base, quote }) => base.id === asset && quote.code === 'USDT');
      const path = market?.path.priceAt(venue.nowMs()) ?? 0;
      expect(live).toBe(3);
      expect(Math.abs((price ?? 0) / 10 ** decimals / path - 1)).toBeLessThan(0.01);
    }
    expect(indexPrices.of(venue.views).all()).toHaveLength(13);
  });

  it('stay within their rate limit after the books are first filled', async () => {
    const times: number[] = [];
    const venue = await openVenue({ seed, commandsPerSecond: 10, onCommand: ({ timeMs }) => times.push(timeMs) });
    await venue.pass(3 * minuteMs);
    const settledMs = venue.nowMs() - minuteMs;
    const inLastMinute = times.filter((timeMs) => timeMs >= settledMs).length;
    expect(inLastMinute).toBeLessThanOrEqual(10 * 60 + 110);
    expect(inLastMinute).toBeGreaterThan(300);
  });

  it('trade with users: they sell to a better bid and buy an ask that the path has passed', async () => {
    const venue = await openVenue({ seed });
    await venue.pass(30_000);
    const market = first(venue);
    await enrich(venue);
    const path = market.path.priceAt(venue.nowMs());
    const bid = await place(venue, market, 'buy', path * 1.0005, 0.01);
    const ask = await place(venue, market, 'sell', path * 0.9, 0.01);
    await venue.pass(2 * minuteMs);
    for (const order of [bid, ask]) expect(venue.views.orders.find(order)).toBeUndefined();
    expect(venue.views.balances.read(person, accountType.change, market.base.id).locked).toBe(0);
  });

  it('leave no orders behind after restarts, however far the path has moved', async () => {
    const venue = await openVenue({ seed });
    await venue.pass(5 * minuteMs);
    const before = botOrders(venue).length;
    for (let round = 0; round < 4; round += 1) {
      await venue.pass(minuteMs);
      venue.standStill(6 * 60 * minuteMs);
      await venue.restart();
    }
    await venue.pass(minuteMs);
    expect(botOrders(venue).length).toBeLessThan(1.3 * before);
    for (const { price, market } of botOrders(venue)) {
      const traded = venue.simulator.markets.find(({ id }) => id === market);
      if (traded === undefined) throw new Error(`an order remains in market ${market}`);
      const path = traded.path.priceAt(venue.nowMs());
      // The outermost quotes of a market with coarse ticks are a number of ticks away, not a share of the price.
      expect(Math.abs(price * traded.tick - path)).toBeLessThan(Math.max(0.06 * path, 240 * traded.tick));
    }
  });

  it('pause while the exchange is busy or closed, and then continue', async () => {
    let refusal: Error | null = null;
    const attempts = new Set<number>();
    const venue = await openVenue({
      seed,
      refuse: ({ type }) => {
        // Each index source reports twice a second without a pause: an observation that was refused is out of date.
        if (refusal !== null && type !== 'index_ticks') attempts.add(venue.nowMs());
        return refusal;
      },
    });
    await venue.pass(20_000);
    const sequence = venue.exchange.sequence;
    refusal = new CoreRefusal('exchange_closed');
    await venue.pass(2 * minuteMs);
    expect(venue.exchange.sequence).toBe(sequence);
    expect(attempts.size).toBeGreaterThan(5);
    // The pauses double from half a second to ten: 0.5 + 1 + 2 + 4 + 8 s, then at most eleven of 10 s.
    expect(attempts.size).toBeLessThanOrEqual(17);
    expect(venue.warnings.length).toBeGreaterThan(0);
    refusal = null;
    await venue.pass(30_000);
    expect(venue.exchange.sequence).toBeGreaterThan(sequence + 100);
  });

  it('number their credits consecutively, even if the last number was not stored', async () => {
    const credits: Committed[] = [];
    const venue = await openVenue({
      seed,
      onCommand: (done) => {
        if (done.command.type === 'credit' && done.command.source === fundSource) credits.push(done);
      },
    });
    await venue.pass(10_000);
    const used = credits.length;
    expect(used).toBeGreaterThanOrEqual((makerUsers.length + takerUsers.length) * 10);
    expect(credits.map(({ command }) => command.type === 'credit' && command.n)).toEqual(
      Array.from({ length: used }, (_, index) => index + 1),
    );

    // A crash between the last credits and storing their number; then a user buys from the makers until they need
    // money.
    await venue.fundCounter.record(used - 5);
    const market = first(venue);
    await enrich(venue);
    for (let round = 0; round < 200 && credits.length === used; round += 1) {
      await take(venue, market, 'buy', market.path.priceAt(venue.nowMs()) * 1.01, 20);
      await venue.pass(5_000);
    }
    await venue.pass(10_000);
    const later = credits.slice(used).map(({ events }) => events[0]?.type);
    expect(later.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => 'cause_repeated'), 'credited']);
    expect(later.slice(5).every((type) => type === 'credited')).toBe(true);
    expect(await venue.fundCounter.read()).toBe(credits.length - 5);
    expect(venue.views.market(market.id).depth.top(50).asks.length).toBeGreaterThanOrEqual(10);
  });
});

const hours = Number(process.env['SIMULATED_HOURS'] ?? 3);

describe(`a market that is left alone for ${hours} hours (seed ${seed})`, () => {
  it(
    'stays active, near its path, with a tight and deep book, and gets no command rejected',
    { timeout: 600_000 },
    async () => {
      const traded = new Map<MarketId, number>();
      const refused: Event[] = [];
      let commands = 0;
      const venue = await openVenue({
        seed,
        onCommand: ({ events }) => {
          commands += 1;
          for (const event of events) {
            if (event.type === 'traded') traded.set(event.market, (traded.get(event.market) ?? 0) + event.quantity);
            if (event.type === 'rejected') refused.push(event);
          }
        },
      });
      await venue.pass(30_000);
      const markets = venue.simulator.markets.filter(({ sellBlocked }) => !sellBlocked);
      const watch = new Map(
        markets.map(({ id }) => [id, { seconds: 0, astray: 0, thin: 0, spreadBps: 0, worstGap: 0 }]),
      );
      const untilMs = venue.nowMs() + hours * 60 * minuteMs;
      while (venue.nowMs() < untilMs) {
        await venue.pass(1_000);
        for (const market of markets) look(venue, market, watch.get(market.id));
      }

      for (const market of markets) {
        const seen = watch.get(market.id);
        if (seen === undefined) throw new Error('a market has no statistics');
        expect
          .soft(seen.astray / seen.seconds, `${market.symbol}: seconds with a last price astray`)
          .toBeLessThan(0.001);
        expect.soft(seen.worstGap, `${market.symbol}: last price from the path`).toBeLessThan(0.015);
        expect.soft(seen.thin / seen.seconds, `${market.symbol}: seconds with a thin book`).toBeLessThan(0.01);
        const tickBps = (market.tick / market.path.priceAt(venue.nowMs())) * 10_000;
        expect.soft(seen.spreadBps / seen.seconds, `${market.symbol}: spread`).toBeLessThan(Math.max(7, 3.5 * tickBps));
        const live = (traded.get(market.id) ?? 0) * market.lot;
        const recorded = pathVolume(market, venue.bitcoin.anchorMs, venue.nowMs());
        expect.soft(live / recorded, `${market.symbol}: live volume beside the recorded`).toBeGreaterThan(0.5);
        expect.soft(live / recorded, `${market.symbol}: live volume beside the recorded`).toBeLessThan(1.8);
      }
      expect(commands / (hours * 3_600)).toBeLessThan(80);
      expect(refused).toEqual([]);
      venue.exchange.audit();
    },
  );

  it('fills a market order of 50 000 USDT within 1 % on both sides of BTC/USDT at any time', async () => {
    const venue = await openVenue({ seed });
    await venue.pass(30_000);
    const market = first(venue);
    await enrich(venue);
    for (let round = 0; round < 60; round += 1) {
      for (const side of ['buy', 'sell'] as const) {
        const path = market.path.priceAt(venue.nowMs());
        const worst = side === 'buy' ? path * 1.01 : path * 0.99;
        const filled = await take(venue, market, side, worst, 50_000 / path);
        expect(filled * path).toBeGreaterThan(49_990);
      }
      await venue.pass(minuteMs / 2);
    }
  });
});

interface Seen {
  seconds: number;
  /** The number of seconds in which the last price was more than 0.5 % away from the path. */
  astray: number;
  thin: number;
  spreadBps: number;
  worstGap: number;
}

const fewestLevels = 8;

function look(venue: SimulatedVenue, market: TradedMarket, seen: Seen | undefined): void {
  if (seen === undefined) throw new Error('a market has no statistics');
  const { bids, asks } = venue.views.market(market.id).depth.top(fewestLevels);
  const [bid, ask, last] = [bids[0]?.[0], asks[0]?.[0], venue.views.lastPrice(market.id)];
  const path = market.path.priceAt(venue.nowMs());
  seen.seconds += 1;
  if (bids.length < fewestLevels || asks.length < fewestLevels) seen.thin += 1;
  if (bid !== undefined && ask !== undefined) seen.spreadBps += ((ask - bid) * market.tick * 10_000) / path;
  const gap = last === 0 ? 0 : Math.abs((last * market.tick) / path - 1);
  if (gap > 0.005) seen.astray += 1;
  seen.worstGap = Math.max(seen.worstGap, gap);
}

function pathVolume(market: TradedMarket, fromMs: number, toMs: number): number {
  let volume = 0;
  for (let openMs = fromMs; openMs < toMs; openMs += minuteMs) volume += market.path.minuteCandle(openMs).volume;
  return volume;
}

function first(venue: SimulatedVenue): TradedMarket {
  const market = venue.simulator.markets.find(({ symbol }) => symbol === 'BTC/USDT');
  if (market === undefined) throw new Error('the demo does not list BTC/USDT');
  return market;
}

function botOrders(venue: SimulatedVenue) {
  return [...venue.views.orders.all()].filter(({ user }) => user < person);
}

/** Credits the user with plenty of BTC and USDT. */
async function enrich(venue: SimulatedVenue): Promise<void> {
  const { base, quote } = first(venue);
  for (const [index, [currency, units]] of (
    [
      [base, 1e11],
      [quote, 1e15],
    ] as const
  ).entries()) {
    await venue.submit({
      type: 'credit',
      user: person,
      accountType: accountType.change,
      currency: currency.id,
      amount: amount(units),
      source: 'demo-grant',
      n: index + 1,
    });
  }
}

async function order(
  venue: SimulatedVenue,
  market: TradedMarket,
  side: Side,
  price: number,
  base: number,
  ioc: boolean,
) {
  return venue.submit({
    type: 'place_order',
    user: person,
    market: market.id,
    side,
    orderType: 'limit',
    timeInForce: ioc ? 'ioc' : 'gtc',
    postOnly: false,
    price: ticks(Math.round(price / market.tick)),
    quantity: lots(Math.round(base / market.lot)),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  });
}

/** Places an order of the user and returns its id. */
async function place(venue: SimulatedVenue, market: TradedMarket, side: Side, price: number, base: number) {
  const { events } = await order(venue, market, side, price, base, false);
  const accepted = events.find((event) => event.type === 'order_accepted');
  if (accepted === undefined) throw new Error(`not accepted: ${JSON.stringify(events)}`);
  return accepted.order;
}

/** Takes whatever the book offers at once; returns the filled quantity in base. */
async function take(venue: SimulatedVenue, market: TradedMarket, side: Side, worst: number, base: number) {
  const { events } = await order(venue, market, side, worst, base, true);
  const trades = events.filter((event) => event.type === 'traded');
  return trades.reduce((sum, trade) => sum + trade.quantity, 0) * market.lot;
}
