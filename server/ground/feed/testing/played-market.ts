import { accountType, amount, type Command, currencyId, lots, marketId, ticks, userId, venue } from '@bourse/engine';

const setup = { operator: venue, cause: 'setup' } as const;

/**
 * Commands that list the given currencies and USDT, list a market of each against USDT, and credit users with large
 * balances of all of them.
 */
export function listing(codes: readonly string[], people: number): Command[] {
  const all = [...codes, 'USDT'];
  const quote = currencyId(all.length);
  return [
    ...all.map((code, index): Command => {
      const decimals = code === 'USDT' ? 6 : 8;
      return { type: 'list_currency', currency: currencyId(index + 1), code, decimals, ...setup };
    }),
    ...codes.map((_, index): Command => {
      const pair = { market: marketId(index + 1), base: currencyId(index + 1), quote };
      return { type: 'list_market', ...pair, ...rules, ...setup };
    }),
    ...Array.from({ length: people }, (_, person) =>
      all.map((_code, index): Command => {
        const credited = { currency: currencyId(index + 1), amount: amount(1_000_000_000_000) };
        const user = userId(100_001 + person);
        return {
          type: 'credit',
          user,
          accountType: accountType.change,
          ...credited,
          source: 'test',
          n: person * all.length + index,
        };
      }),
    ).flat(),
  ];
}

const rules = {
  priceDecimals: 1,
  tickPoints: 1,
  amountDecimals: 3,
  lotPoints: 1,
  priceStep: ticks(1),
  quantityStep: lots(1),
  minNotional: amount(1),
  marketSlippagePpm: 20_000,
  priceBandPpm: null,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  maxOpenOrders: 50,
  selfTradePrevention: 'expire_maker',
  sellBlocked: false,
  state: 'open',
} as const;

/** A generator of integers from 0 to `below` - 1, deterministic by seed. */
export function seededBelow(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
