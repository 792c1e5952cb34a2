import type {
  ChangeMarketSettings,
  ChangeMarketState,
  FeeRates,
  MarketSettings,
  MarketState,
  SetFeeTier,
  SetUserFees,
  SetUserFeeTier,
} from '../market/commands.ts';
import type { Command } from '../command.ts';
import type { OperatorCause } from '../declaration/vocabulary.ts';
import type { Plain } from './random-commands.ts';
import type { Random } from './random.ts';

/** Values for settings: mostly invalid ones, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, -(2 ** 53), NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

const causes = ['setup', 'policy', 'agreement', 'market_conditions', 'incident'] as const satisfies OperatorCause[];

/** Generates operator commands: mostly sensible changes while users trade, sometimes invalid ones. */
export class RandomSettings {
  private readonly random: Random;
  private readonly users: readonly [number, ...number[]];
  private readonly markets: readonly [number, ...number[]];

  constructor(random: Random, users: readonly [number, ...number[]], markets: readonly [number, ...number[]]) {
    this.random = random;
    this.users = users;
    this.markets = markets;
  }

  next(): Command {
    const make = this.random.pick<() => object>([
      () => this.state(),
      () => this.settings(),
      () => this.tier(),
      () => this.userTier(),
      () => this.userFees(),
    ]);
    return make() as Command;
  }

  /** Closes the market or blocks selling, so that due stop orders of this market are refused when triggered. */
  close(market: number): Command {
    const { random } = this;
    const change: Plain<ChangeMarketState> | SettingsChange = random.oneIn(2)
      ? { type: 'change_market_settings', market, settings: { sellBlocked: true }, ...this.audit() }
      : {
          type: 'change_market_state',
          market,
          state: random.pick<MarketState>(['post_only', 'post_only', 'halted']),
          ...this.audit(),
        };
    return change as Command;
  }

  reopen(market: number): Command {
    const change: Plain<ChangeMarketState> | SettingsChange = this.random.oneIn(2)
      ? { type: 'change_market_settings', market, settings: { sellBlocked: false }, ...this.audit() }
      : { type: 'change_market_state', market, state: 'open', ...this.audit() };
    return change as Command;
  }

  audit(): { operator: number; cause: OperatorCause } {
    const { random } = this;
    const operator = random.oneIn(50) ? random.pick([-1, 0.5, 2 ** 30]) : random.pick([0, 0, 100_001, 100_050]);
    return { operator, cause: random.pick<OperatorCause>(causes) };
  }

  private state(): Plain<ChangeMarketState> {
    const { random } = this;
    const closed = random.pick<MarketState>(['post_only', 'cancel_only', 'halted']);
    const state = random.oneIn(5) ? closed : 'open';
    return { type: 'change_market_state', market: this.market(), state, ...this.audit() };
  }

  private settings(): SettingsChange {
    const { random } = this;
    const odd = random.oneIn(20);
    const settings = random.pick<Partial<Plain<MarketSettings>>>([
      { priceStep: odd ? random.pick(oddNumbers) : random.pick([1, 1, 1, 1, 1, 2]) },
      { quantityStep: odd ? random.pick(oddNumbers) : random.pick([1, 1, 1, 1, 1, 3]) },
      { minNotional: odd ? random.pick(oddNumbers) : random.pick([0, 100, 5000]) },
      { marketSlippagePpm: odd ? random.pick(oddNumbers) : random.pick([0, 5000, 250_000]) },
      { priceBandPpm: odd ? random.pick(oddNumbers) : random.pick([null, 100_000, 1_000_000]) },
      { maxOpenOrders: odd ? random.pick(oddNumbers) : random.pick([2, 20, 200]), minNotional: 0 },
      { selfTradePrevention: random.pick(['expire_maker', 'expire_taker', 'expire_both'] as const) },
      { sellBlocked: random.oneIn(10), priceStep: 1, quantityStep: 1 },
      {},
    ]);
    return { type: 'change_market_settings', market: this.market(), settings, ...this.audit() };
  }

  private tier(): Plain<SetFeeTier> {
    const rates = this.random.oneIn(5) ? null : this.rates();
    return { type: 'set_fee_tier', market: this.market(), tier: this.tierNumber(), rates, ...this.audit() };
  }

  private userTier(): Plain<SetUserFeeTier> {
    return { type: 'set_user_fee_tier', user: this.user(), tier: this.tierNumber(), ...this.audit() };
  }

  private userFees(): Plain<SetUserFees> {
    const market = this.random.oneIn(3) ? null : this.market();
    const rates = this.random.oneIn(3) ? null : this.rates();
    return { type: 'set_user_fees', user: this.user(), market, rates, ...this.audit() };
  }

  private rates(): FeeRates {
    const { random } = this;
    if (random.oneIn(20)) return { makerFeePpm: random.pick(oddNumbers), takerFeePpm: random.pick(oddNumbers) };
    return {
      makerFeePpm: random.pick([0, 1000, 999_999, -1, -200, -1500, -400_000, -999_999]),
      takerFeePpm: random.pick([0, 1, 700, 1500, 500_000, 999_999]),
    };
  }

  private tierNumber(): number {
    return this.random.oneIn(20) ? this.random.pick([-1, 0.5, 100]) : this.random.integer(0, 3);
  }

  private user(): number {
    return this.random.oneIn(20) ? this.random.pick([0, 2 ** 30, 100_999]) : this.random.pick(this.users);
  }

  private market(): number {
    return this.random.oneIn(20) ? 99 : this.random.pick(this.markets);
  }
}

type SettingsChange = Plain<Omit<ChangeMarketSettings, 'settings'>> & { settings: Partial<Plain<MarketSettings>> };
