import {
  accountType,
  amount,
  type Command,
  currencyId,
  type Event,
  Exchange,
  indexPrice,
  lots,
  marketId,
  ticks,
  userId,
  venue,
} from '@bourse/engine';
import type { SubmitLever } from '@bourse/engine/leverage';

const [usdt, btc, btcUsdt] = [currencyId(1), currencyId(2), marketId(1)];
const setup = { operator: venue, cause: 'setup' } as const;
const source = 'bench';
const openingMs = 1_700_000_000_000;
const firstUser = 100_001;

/** The index at the start, in cents of USDT for one BTC. */
export const openingCents = 6_500_000;

/** The capital of the demo in millionths of USDT: of the house, its floor, and of insurance. */
const [houseCapital, houseFloor, insuranceCapital] = [20_000_000_000_000, 2_000_000_000_000, 2_000_000_000_000];

/** The time that commands took, and the number of them. */
export interface Spent {
  ms: number;
  commands: number;
}

/** One pair with leverage and accounts that trade it, without server and database. */
export class LeverCrowd {
  readonly exchange = new Exchange();
  /** Called with every event, after the time of its command was taken. */
  onEvent: (event: Event) => void = () => undefined;
  #nowMs = openingMs;
  #credits = 0;
  #ordered = 0;
  readonly #accounts: number;

  /** @param capital how many times the capital of the demo the house has */
  constructor(accounts: number, capital = 1) {
    this.#accounts = accounts;
    for (const command of listing(capital)) this.apply(command);
    for (let at = 0; at < accounts; at += 1) this.#fund(at, 10_000_000_000);
    this.tick(openingCents);
  }

  user(at: number) {
    return userId(firstUser + (at % this.#accounts));
  }

  apply(command: Command): Spent {
    const events: Event[] = [];
    const startedMs = performance.now();
    this.exchange.apply(this.exchange.sequence + 1, this.#nowMs, command, events);
    const ms = performance.now() - startedMs;
    for (const event of events) {
      if (event.type === 'rejected') throw new Error(`${command.type}: ${JSON.stringify(event)}`);
      this.onEvent(event);
    }
    return { ms, commands: 1 };
  }

  /** Half a second passes, the source reports this price, and all work that it makes due is done. */
  tick(cents: number): Spent {
    this.#nowMs += 500;
    const spent = { ms: 0, commands: 0 };
    const add = ({ ms, commands }: Spent): void => {
      spent.ms += ms;
      spent.commands += commands;
    };
    const prices = [{ asset: btc, price: indexPrice(cents) }];
    add(this.apply({ type: 'index_ticks', source, observedAtMs: this.#nowMs, prices }));
    while (this.exchange.hasDueWork) add(this.apply({ type: 'clock' }));
    return spent;
  }

  /**
   * Orders positions, one for each account in turn, which fill at the next tick.
   *
   * @param margins the least and the most margin of a position in USDT; an account has 10,000
   */
  order(positions: number, random: () => number, margins: readonly [number, number] = [500, 1_200]): Spent {
    const spent = { ms: 0, commands: 0 };
    for (let at = 0; at < positions; at += 1) {
      this.#ordered += 1;
      const { ms } = this.apply(this.#position(this.#ordered, random, margins));
      spent.ms += ms;
      spent.commands += 1;
    }
    return spent;
  }

  /** A resting sell order and the buy order that takes it; the time of the second one. */
  cross(at: number): number {
    this.apply(this.#spot('sell', at));
    return this.apply(this.#spot('buy', at + 1)).ms;
  }

  #position(at: number, random: () => number, [least, most]: readonly [number, number]): SubmitLever {
    const multiple = [10, 20, 50, 100][Math.floor(random() * 4)] ?? 10;
    const margin = least + random() * (most - least);
    const share = Math.max(1, Math.floor((margin * multiple) / 65));
    return {
      type: 'submit_lever',
      user: this.user(at),
      market: btcUsdt,
      side: random() < 0.6 ? 'long' : 'short',
      kind: 'market',
      share,
      multiple,
      target: null,
      worst: null,
      takeProfit: null,
      stopLoss: null,
      requestKey: null,
    };
  }

  #spot(side: 'buy' | 'sell', at: number): Command {
    return {
      type: 'place_order',
      user: this.user(at),
      market: btcUsdt,
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      price: ticks(openingCents),
      quantity: lots(10),
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
    };
  }

  /** Gives an account money for leverage and for spot orders. */
  #fund(at: number, units: number): void {
    const give = (type: 'lever' | 'change', currency: typeof usdt, value: number): void => {
      this.#credits += 1;
      const to = { user: this.user(at), accountType: accountType[type], currency, amount: amount(value) };
      this.apply({ type: 'credit', ...to, source, n: this.#credits });
    };
    give('lever', usdt, units);
    give('change', usdt, 10 * units);
    give('change', btc, 1_000_000_000);
  }
}

function listing(capital: number): readonly Command[] {
  const fund = (to: 'leverHouse' | 'insurance', units: number, n: number): Command => ({
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType[to],
    currency: usdt,
    amount: amount(units),
    ...setup,
    source: 'capital',
    n,
  });
  return [
    { type: 'list_currency', currency: usdt, code: 'USDT', decimals: 6, ...setup },
    { type: 'list_currency', currency: btc, code: 'BTC', decimals: 8, ...setup },
    {
      type: 'list_market',
      market: btcUsdt,
      base: btc,
      quote: usdt,
      priceDecimals: 2,
      tickPoints: 1,
      amountDecimals: 4,
      lotPoints: 1,
      priceStep: ticks(1),
      quantityStep: lots(1),
      minNotional: amount(0),
      marketSlippagePpm: 20_000,
      priceBandPpm: null,
      makerFeePpm: 1000,
      takerFeePpm: 1000,
      maxOpenOrders: 200,
      selfTradePrevention: 'expire_maker',
      sellBlocked: false,
      state: 'open',
      ...setup,
    },
    {
      type: 'configure_index',
      asset: btc,
      decimals: 2,
      sources: [source],
      minSources: 1,
      maxDeviationPpm: 5000,
      stalenessMs: 3_600_000,
      ...setup,
    },
    fund('leverHouse', capital * houseCapital, 1),
    fund('insurance', insuranceCapital, 2),
    { type: 'configure_margin', currency: usdt, houseFloor: amount(houseFloor), ...setup },
    {
      type: 'configure_leverage',
      market: btcUsdt,
      state: 'open',
      shareDecimals: 3,
      sharePoints: 1,
      markDecimals: 3,
      multiples: [10, 20, 50, 100],
      shares: [1],
      minShare: 1,
      maxShare: 100_000,
      spreadPpm: 100,
      feePpm: 400,
      marketType: 1,
      reservePpm: 100_000,
      grossCap: amount(9_000_000_000_000_000),
      tiers: [{ limit: amount(9_000_000_000_000_000), multiple: 100 }],
      ...setup,
    },
  ];
}
