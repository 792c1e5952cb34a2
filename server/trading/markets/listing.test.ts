import { Exchange, type Event } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { demoListing, missingListing, outdatedSettings, quoteGroups } from './listing.ts';

const firstStart = Date.UTC(2026, 0, 1);

describe('the demo listing', () => {
  it('is accepted by an empty exchange, command by command', () => {
    const events = list(new Exchange(), demoListing());
    expect(events.filter(({ type }) => type === 'rejected')).toEqual([]);
    expect(events.filter(({ type }) => type === 'market_listed')).toHaveLength(16);
    expect(events.filter(({ type }) => type === 'currency_listed')).toHaveLength(14);
  });

  it('is completely missing from an empty exchange, and not at all once applied', () => {
    const exchange = new Exchange();
    expect(missing(exchange)).toEqual(demoListing());
    list(exchange, demoListing());
    expect(missing(exchange)).toEqual([]);
  });

  it('resumes after an interrupted first start', () => {
    const exchange = new Exchange();
    list(exchange, demoListing().slice(0, 17));
    expect(missing(exchange)).toEqual(demoListing().slice(17));
  });

  it('updates the settings and fees of listed markets once, without changing their state', () => {
    const exchange = new Exchange();
    const earlier = { priceBandPpm: null, makerFeePpm: 500, state: 'halted' } as const;
    const listing = demoListing().map((item) => (item.type === 'list_market' ? { ...item, ...earlier } : item));
    list(exchange, listing);
    const commands = outdatedSettings(exchange.markets(), new Set([2]));
    expect(commands).toHaveLength(2 * 15);
    const events: Event[] = [];
    for (const command of commands) exchange.apply(exchange.sequence + 1, firstStart, command, events);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['market_settings_changed', 'fee_tier_set']));
    expect(outdatedSettings(exchange.markets(), new Set([2]))).toEqual([]);
    expect(exchange.markets().next().value).toMatchObject({
      priceBandPpm: 4_000_000,
      makerFeePpm: 1000,
      state: 'halted',
    });
    expect([...exchange.markets()][1]).toMatchObject({ market: 2, priceBandPpm: null });
  });

  it('quotes every market in a currency that has a tab on the page', () => {
    const quotes = demoListing().flatMap((item) => (item.type === 'list_market' ? [item.quote] : []));
    expect(new Set(quotes)).toEqual(new Set(quoteGroups.map(({ quote }) => quote)));
  });

  it('blocks sells on market 64 only', () => {
    const blocked = demoListing().flatMap((item) =>
      item.type === 'list_market' && item.sellBlocked ? [item.market] : [],
    );
    expect(blocked).toEqual([64]);
  });
});

function list(exchange: Exchange, commands: ReturnType<typeof demoListing>): Event[] {
  const events: Event[] = [];
  for (const command of commands) exchange.apply(exchange.sequence + 1, firstStart, command, events);
  return events;
}

function missing(exchange: Exchange) {
  return missingListing({ currencies: exchange.currencies(), markets: exchange.markets() });
}
