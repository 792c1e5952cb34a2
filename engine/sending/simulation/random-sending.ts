import type { Command } from '../../command.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { Send } from '../commands.ts';

const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

/** The surroundings of the generator. */
interface Surroundings {
  readonly users: readonly [number, ...number[]];
  readonly currencies: readonly [number, ...number[]];
  /** Parts whose commands give reasons to refuse: restrictions, debts, unmatured deposits and maturing coins. */
  readonly obstacles: readonly RandomPart[];
}

/** Generates coins sent between users, repeated and invalid requests, and the obstacles that they meet. */
export class RandomSending implements RandomPart {
  readonly name = 'sending';
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: Surroundings['users'];
  private readonly currencies: Surroundings['currencies'];
  private readonly obstacles: Surroundings['obstacles'];
  private readonly made: Send[] = [];
  private count = 0;

  constructor(random: Random, model: NaiveExchange, { users, currencies, obstacles }: Surroundings) {
    this.random = random;
    this.model = model;
    this.users = users;
    this.currencies = currencies;
    this.obstacles = obstacles;
  }

  opening(): Command[] {
    return this.obstacles.flatMap((part) => part.opening());
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    const obstacle = random.oneIn(2) ? random.anyOf(this.obstacles) : undefined;
    if (obstacle !== undefined) return obstacle.next(requestKey);
    const earlier = random.oneIn(8) ? random.anyOf(this.made.slice(-20)) : undefined;
    if (earlier !== undefined) return random.oneIn(3) ? { ...earlier, ...this.terms() } : earlier;
    if (!random.oneIn(12)) this.count += 1;
    const command: Plain<Send> = {
      type: 'send',
      ...this.terms(),
      source: random.oneIn(60) ? '' : random.pick(['sending', 'sending', 'gifts']),
      n: random.oneIn(60) ? random.pick(oddNumbers) : this.count,
    };
    this.made.push(command as Send);
    return command as Send;
  }

  private terms(): Pick<Send, 'user' | 'toUser' | 'currency' | 'amount'> {
    const { random } = this;
    const user = this.sender();
    const currency = random.oneIn(40) ? 9 : random.pick(this.currencies);
    const available = Number(this.model.state.balance(user, 1, currency)[0]);
    const share = Math.floor((available / 10) * random.integer(1, 9));
    const usual = random.pick([available, available + 1, share, share, share, random.integer(1, 1000)]);
    const amount = random.oneIn(40) ? random.pick(oddNumbers) : Math.max(1, usual);
    const terms: Plain<Pick<Send, 'user' | 'toUser' | 'currency' | 'amount'>> = {
      user: random.oneIn(60) ? random.pick([0, -5, 2 ** 30]) : user,
      toUser: random.oneIn(40) ? random.pick([0, -5, 2 ** 30, user]) : random.pick(this.users),
      currency,
      amount,
    };
    return terms as Pick<Send, 'user' | 'toUser' | 'currency' | 'amount'>;
  }

  /** Often a user whose coins are not free. */
  private sender(): number {
    const { random, model } = this;
    const { credits, maturing, debts } = model.state;
    const bound = [...credits.filter(({ status }) => status === 'unmatured'), ...maturing, ...debts];
    return (random.oneIn(2) ? random.anyOf(bound)?.user : undefined) ?? random.pick(this.users);
  }
}
