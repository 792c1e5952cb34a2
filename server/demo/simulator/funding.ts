import type { CurrencyId, UserId } from '@bourse/engine';
import { accountType, amount } from '@bourse/engine';
import { makerUsers, takerUsers, type BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import { ladderWeight } from './quote-ladder.ts';
import type { TradedMarket } from './traded-market.ts';

/** The source of the bots' money in postings. */
export const fundSource = 'simulator-fund';

/** Stores the number of the last `simulator-fund` credit across restarts. Numbers are consecutive. */
export interface FundCounter {
  /** The last used number, 0 before the first. */
  read(): Promise<number>;
  record(n: number): Promise<void>;
}

/** The target balance of a bot in a currency, in smallest units. */
export interface FundTarget {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly units: number;
}

// Makers hold 12 times the total of one side's quotes, takers 300 typical orders.
const makerOrders = ladderWeight * 12;
const takerOrders = 300;

// An account is topped up when it is below this share of its target.
const lowShare = 0.4;

/** The balance that each bot needs of each currency to trade all markets, at the prices of this moment (epoch ms). */
export function fundTargets(markets: readonly TradedMarket[], timeMs: number): readonly FundTarget[] {
  const units = new Map<CurrencyId, { makers: number; takers: number }>();
  const need = (currency: { id: CurrencyId; decimals: number }, value: number) => {
    const sum = units.get(currency.id) ?? { makers: 0, takers: 0 };
    const inUnits = value * 10 ** currency.decimals;
    units.set(currency.id, {
      makers: sum.makers + inUnits * makerOrders,
      takers: sum.takers + inUnits * takerOrders,
    });
  };
  for (const market of markets) {
    need(market.quote, market.typicalOrder);
    if (!market.sellBlocked) need(market.base, market.typicalOrder / market.path.priceAt(timeMs));
  }
  const targets: FundTarget[] = [];
  for (const [currency, { makers, takers }] of units) {
    for (const user of makerUsers) targets.push({ user, currency, units: Math.ceil(makers) });
    for (const user of takerUsers) targets.push({ user, currency, units: Math.ceil(takers) });
  }
  return targets;
}

/** Keeps the bots' accounts funded by credits, like any user's deposits. */
export class Funding {
  readonly #sender: CommandSender;
  readonly #views: BotViews;
  readonly #counter: FundCounter;
  readonly #targets: readonly FundTarget[];
  readonly #byAccount = new Map<string, number>();
  #running: Promise<void> | null = null;

  constructor(sender: CommandSender, views: BotViews, counter: FundCounter, targets: readonly FundTarget[]) {
    this.#sender = sender;
    this.#views = views;
    this.#counter = counter;
    this.#targets = targets;
    for (const { user, currency, units } of targets) this.#byAccount.set(`${user} ${currency}`, units);
  }

  /** A bot's balance of a currency relative to its target: 1 is on target, 0.4 triggers a top-up. */
  fullness(user: UserId, currency: CurrencyId): number {
    const target = this.#byAccount.get(`${user} ${currency}`);
    return target === undefined ? 1 : this.#owned(user, currency) / target;
  }

  /** Tops up low accounts; resolves when done. Concurrent calls share one run. */
  async topUp(): Promise<void> {
    this.#running ??= this.#fill().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** Resolves when the number of every credit is stored. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Sends all credits at once. After a crash numbers may have been used without being stored; then more are tried. */
  async #fill(): Promise<void> {
    let low = this.#low();
    if (low.length === 0) return;
    let last = await this.#counter.read();
    while (low.length > 0 && this.#sender.room() >= low.length) {
      const answers = await Promise.all(low.map(async (target, index) => this.#credit(target, last + index + 1)));
      // An unanswered number may be used again: as a repeated one, if it was executed after all.
      const answered = answers.indexOf(false);
      last += answered === -1 ? answers.length : answered;
      await this.#counter.record(last);
      if (answered !== -1) return;
      low = this.#low();
    }
  }

  #low(): FundTarget[] {
    return this.#targets.filter(({ user, currency, units }) => this.#owned(user, currency) < lowShare * units);
  }

  /** Returns whether the number is now used, by this credit or an earlier one. */
  async #credit({ user, currency, units }: FundTarget, n: number): Promise<boolean> {
    const missing = amount(units - this.#owned(user, currency));
    const events = await this.#sender.send({
      type: 'credit',
      user,
      accountType: accountType.change,
      currency,
      amount: missing,
      source: fundSource,
      n,
    });
    return events?.some(({ type }) => type === 'credited' || type === 'cause_repeated') === true;
  }

  #owned(user: UserId, currency: CurrencyId): number {
    const { available, locked } = this.#views.balances.read(user, accountType.change, currency);
    return available + locked;
  }
}
