import { describe, expect, it } from 'vitest';
import { simulate } from '../../simulation/simulate.ts';
import { LeverMarket } from '../../testing/leverage.ts';
import { alice, bob } from '../../testing/test-exchange.ts';
import type { Event, EventNamed } from '../../event.ts';
import { AgentsState, attachmentNumber, attachments } from '../index.ts';

/** Reads committed events, as a view of the server does. */
class Reader {
  readonly state = new AgentsState();
  readonly #markets = new Map<number, EventNamed<'market_listed'>>();

  read(event: Event, timeMs: number): void {
    if (event.type === 'market_listed') this.#markets.set(event.market, event);
    else if (event.type === 'agent_attached') this.state.attach(event);
    else if (event.type === 'agent_detached') this.state.detach(event);
    else if (event.type === 'commission_dropped') this.state.drop(event);
    else if (event.type === 'commission_paid') this.state.paid(event);
    else if (event.type === 'lever_opened') this.state.opened(event, timeMs);
    else if (event.type === 'traded') {
      const market = this.#markets.get(event.market);
      if (market === undefined) throw new Error('A market traded before it was listed.');
      this.state.traded(event, market, timeMs);
    }
  }
}

describe('a reader of committed events has the sums of the exchange', () => {
  it('with rebates, payments and dropped commission', () => {
    const reader = new Reader();
    const met = new Set<string>();
    simulate(40, 3000, (sequence, events, timeMs, exchange) => {
      for (const event of events) {
        reader.read(event, timeMs);
        met.add(event.type === 'traded' && event.rebate > 0 ? 'rebate' : event.type);
      }
      if (sequence % 50 === 0) expect(reader.state.attachments()).toEqual(exchange.read(attachments));
    });
    const expected = ['agent_detached', 'commission_dropped', 'commission_paid', 'rebate', 'traded'];
    expect(expected.filter((name) => !met.has(name))).toEqual([]);
  });

  it('with fees of leverage', () => {
    const market = new LeverMarket();
    const { exchange } = market;
    exchange.apply({
      type: 'attach_agent',
      attachment: attachmentNumber(1),
      user: alice,
      agent: bob,
      sharePpm: 500_000,
    });
    market.submit();
    market.price(6_500_000);
    const reader = new Reader();
    for (const event of exchange.events) reader.read(event, exchange.exchange.timeMs);
    const [own] = reader.state.attachments();
    expect(own?.earnings[0]?.days[0]?.fees).toBeGreaterThan(0);
    expect(reader.state.attachments()).toEqual(exchange.exchange.read(attachments));
  });
});
