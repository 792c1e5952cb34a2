import { expect, it } from 'vitest';
import { simulate } from '../../simulation/simulate.ts';
import type { EventNamed } from '../../event.ts';
import { AgentsState, attachments } from '../index.ts';

it('a reader of committed events has the sums of the exchange, with rebates and fees of leverage', () => {
  const state = new AgentsState();
  const markets = new Map<number, EventNamed<'market_listed'>>();
  const met = new Set<string>();
  simulate(40, 3000, (_sequence, events, timeMs, exchange) => {
    for (const event of events) {
      if (event.type === 'market_listed') markets.set(event.market, event);
      else if (event.type === 'agent_attached') state.attach(event);
      else if (event.type === 'agent_detached') state.detach(event);
      else if (event.type === 'commission_dropped') state.drop(event);
      else if (event.type === 'commission_paid') state.paid(event);
      else if (event.type === 'lever_opened') state.opened(event, timeMs);
      else if (event.type === 'traded') {
        const market = markets.get(event.market);
        if (market === undefined) throw new Error('A market traded before it was listed.');
        state.traded(event, market, timeMs);
        if (event.rebate > 0) met.add('rebate');
      }
      met.add(event.type);
    }
    expect(state.attachments()).toEqual(exchange.read(attachments));
  });
  const expected = ['agent_detached', 'commission_dropped', 'commission_paid', 'lever_opened', 'rebate', 'traded'];
  expect(expected.filter((name) => !met.has(name))).toEqual([]);
});
