import type { Command, UserId } from '@bourse/engine';
import { accountType, amount, currencyId, lots, marketId, ticks, userId, venue as venueItself } from '@bourse/engine';
import { startWith } from './core-commands.ts';
import type { Venue } from './venue.ts';

/** The id of the first added market; the demo's own ids are lower. */
export const firstAddedMarket = 1_001;

const setup = { operator: venueItself, cause: 'setup' } as const;
const usdt = currencyId(3);

/** Two ids of simulated traders, who need no registration; each gets a large balance of every added currency. */
const people = [userId(99_998), userId(99_999)] as const;

/**
 * Lists `count` more markets against USDT by engine commands and trades once on each, so that it has a price. Restarts
 * the venue.
 */
export async function addMarkets(venue: Venue, count: number): Promise<void> {
  await venue.end('SIGTERM');
  await startWith(venue, commandsFor(count));
}

function commandsFor(count: number): Command[] {
  const [seller, buyer] = people;
  const commands: Command[] = people.map((user, n) => credit(user, usdt, n + 1));
  for (let n = 0; n < count; n += 1) {
    const base = currencyId(firstAddedMarket + n);
    const market = marketId(firstAddedMarket + n);
    commands.push(
      { type: 'list_currency', currency: base, code: `C${String(n + 1).padStart(4, '0')}`, decimals: 6, ...setup },
      { type: 'list_market', market, base, quote: usdt, ...rules, ...setup },
      ...people.map((user, person) => credit(user, base, 10 + 2 * n + person)),
      // Prices from 1.00 USDT on, different for each market.
      limitOrder(seller, market, 'sell', 100 + n),
      limitOrder(buyer, market, 'buy', 100 + n),
    );
  }
  return commands;
}

const rules = {
  priceDecimals: 2,
  tickPoints: 1,
  amountDecimals: 2,
  lotPoints: 1,
  priceStep: ticks(1),
  quantityStep: lots(1),
  minNotional: amount(1),
  marketSlippagePpm: 20_000,
  priceBandPpm: null,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  maxOpenOrders: 200,
  selfTradePrevention: 'expire_maker',
  sellBlocked: false,
  state: 'open',
} as const;

function credit(user: UserId, currency: ReturnType<typeof currencyId>, n: number): Command {
  const units = amount(1_000_000_000_000);
  return { type: 'credit', user, accountType: accountType.change, currency, amount: units, source: 'many-markets', n };
}

function limitOrder(user: UserId, market: ReturnType<typeof marketId>, side: 'buy' | 'sell', price: number): Command {
  return {
    type: 'place_order',
    user,
    market,
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(price),
    quantity: lots(100),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  };
}
