import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { ConfigureSavingsProduct, LockSavings, RedeemSavings } from '../commands.ts';
import { NaiveSavings } from './naive-savings.ts';

/** Invalid values for any term, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const products = [1, 2, 3, 4] as const;

/**
 * Generates savings commands: few products with short terms and small quotas, so that quotas fill up and deposits
 * mature and are redeemed within a run.
 */
export class RandomSavings implements RandomPart {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly currencies: readonly [number, ...number[]];
  private funded = 0;

  constructor(
    random: Random,
    model: NaiveExchange,
    users: readonly [number, ...number[]],
    currencies: readonly [number, ...number[]],
  ) {
    this.random = random;
    this.model = model;
    this.users = users;
    this.currencies = currencies;
  }

  opening(): Command[] {
    return [
      ...this.currencies.map((currency) =>
        this.fund(currency, this.random.integer(1, 10) * 10 ** this.random.pick([0, 3, 5])),
      ),
      ...products.map((product) => this.configure(product)),
    ];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    switch (random.integer(1, 12)) {
      case 1:
        return this.configure(random.oneIn(20) ? random.pick([0, 65_536, 9]) : random.pick(products));
      case 2:
        return this.fund(random.pick(this.currencies), random.integer(1, 10 ** 4));
      case 3:
      case 4:
      case 5:
      case 6:
        return this.redeem(requestKey);
      default:
        return this.lock(requestKey);
    }
  }

  private lock(requestKey: string | null): LockSavings {
    const { random } = this;
    const user = random.oneIn(100) ? random.pick([0, -5, 2 ** 30]) : random.pick(this.users);
    const product = random.oneIn(50) ? random.pick([9, 0, 1.5]) : random.pick(products);
    const command: Plain<LockSavings> = {
      type: 'lock_savings',
      user,
      product,
      version: this.version(product),
      requestKey,
    };
    return command as LockSavings;
  }

  /** The present version of the terms in most cases, or none. */
  private version(product: number): number | null {
    const { random } = this;
    if (random.oneIn(3)) return null;
    const present = this.parts().flatMap(({ products: offered }) => offered.filter((one) => one.product === product));
    const version = present[0]?.version ?? 1;
    return random.oneIn(12) ? random.pick([version - 1, version + 1, ...oddNumbers]) : version;
  }

  /** Redeems a deposit, mostly an active one of the user. */
  private redeem(requestKey: string | null): RedeemSavings {
    const { random } = this;
    const running = random.anyOf(this.deposits());
    const user = running === undefined || random.oneIn(10) ? random.pick(this.users) : running.user;
    const deposit = running === undefined || random.oneIn(10) ? random.integer(-1, 40) : running.deposit;
    const command: Plain<RedeemSavings> = { type: 'redeem_savings', user, deposit, requestKey };
    return command as RedeemSavings;
  }

  private configure(product: number): ConfigureSavingsProduct {
    const { random } = this;
    // The currency of a product cannot change.
    const known = this.currencies[product % this.currencies.length] ?? 1;
    const command: Plain<ConfigureSavingsProduct> = {
      type: 'configure_savings_product',
      product,
      currency: random.oneIn(30) ? random.pick([9, ...this.currencies]) : known,
      amount: this.term(random.integer(1, 10) * 10 ** random.pick([0, 2, 6])),
      days: this.term(random.integer(1, 3)),
      ratePpm: this.term(random.pick([1, 30_000, 80_001, 1_000_000])),
      quota: this.term(random.integer(0, 12)),
      userQuota: this.term(random.integer(0, 4)),
      state: random.oneIn(6) ? 'closed' : 'open',
      operator: random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, ...this.users]),
      cause: 'policy',
    };
    return command as ConfigureSavingsProduct;
  }

  /** Capital for the interest; sometimes too little. */
  private fund(currency: number, amount: number): VenueTransfer {
    this.funded += 1;
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: 0,
      to: accountType.savingsHouse,
      currency,
      amount,
      operator: 0,
      cause: 'capital',
      source: 'savings',
      n: this.funded,
    };
    return command as VenueTransfer;
  }

  private term(value: number): number {
    return this.random.oneIn(60) ? this.random.pick(oddNumbers) : value;
  }

  private deposits() {
    return this.parts().flatMap(({ deposits }) => deposits);
  }

  private parts(): NaiveSavings[] {
    return this.model.parts.filter((part) => part instanceof NaiveSavings);
  }
}
