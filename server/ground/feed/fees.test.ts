import { currencyId, type Event, Exchange, marketId, type OperatorCommand, userId, venue } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { demoListing } from '../../trading/markets/listing.ts';
import { FeeView } from './fees.ts';
import { Listings } from './listings.ts';
import { Dispatch } from './view.ts';

const decided = { operator: venue, cause: 'policy' } as const;
const [ann, ben, cid] = [userId(100_001), userId(100_002), userId(100_003)];
const [first, second] = [marketId(1), marketId(2)];

describe('fee rates of users', () => {
  it('are the same whether followed event by event or read from a recovered exchange', () => {
    const exchange = new Exchange();
    const listings = new Listings();
    const view = new FeeView(exchange.feeRules());
    const dispatch = new Dispatch();
    dispatch.add(listings);
    dispatch.add(view);
    const apply = (command: OperatorCommand): void => {
      const events: Event[] = [];
      const outcome = exchange.apply(exchange.sequence + 1, 1, command, events);
      const committed = { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
      for (const event of events) {
        if (event.type === 'rejected') throw new Error(`${command.type} was refused: ${event.rejection.reason}`);
        dispatch.read(event.type, event, committed);
      }
    };
    const compare = (): string => {
      const restored = new FeeView(Exchange.restore(exchange.snapshot()).feeRules());
      const read = (fees: FeeView): string =>
        [ann, ben, cid]
          .flatMap((user) => [first, second].map((market) => fees.ratesOf(user, listings.market(market))))
          .map(({ makerFeePpm, takerFeePpm }) => `${makerFeePpm}/${takerFeePpm}`)
          .join(' ');
      expect(read(restored)).toBe(read(view));
      return read(view);
    };
    const tier = (at: number, taker: number | null): void =>
      apply({
        type: 'set_fee_tier',
        market: first,
        tier: at,
        ...decided,
        rates: taker === null ? null : { makerFeePpm: 0, takerFeePpm: taker },
      });
    const own = (market: typeof first | null, taker: number | null): void =>
      apply({
        type: 'set_user_fees',
        user: cid,
        market,
        ...decided,
        rates: taker === null ? null : { makerFeePpm: -1, takerFeePpm: taker },
      });

    for (const command of demoListing()) apply(command);
    expect(listings.currency(currencyId(1)).code).toBe('BTC');
    expect(compare()).toBe('1000/1000 1000/1000 1000/1000 1000/1000 1000/1000 1000/1000');
    apply({ type: 'set_user_fee_tier', user: ann, tier: 1, ...decided });
    apply({ type: 'set_user_fee_tier', user: ben, tier: 7, ...decided });
    tier(1, 900);
    tier(5, 500);
    expect(compare()).toBe('0/900 1000/1000 0/500 1000/1000 1000/1000 1000/1000');
    tier(5, null);
    apply({ type: 'set_user_fee_tier', user: ann, tier: 0, ...decided });
    tier(0, 1100);
    expect(compare()).toBe('0/1100 1000/1000 0/900 1000/1000 0/1100 1000/1000');
    own(null, 30);
    own(second, 20);
    expect(compare()).toBe('0/1100 1000/1000 0/900 1000/1000 -1/30 -1/20');
    own(null, null);
    own(second, null);
    expect(compare()).toBe('0/1100 1000/1000 0/900 1000/1000 0/1100 1000/1000');
  });
});
