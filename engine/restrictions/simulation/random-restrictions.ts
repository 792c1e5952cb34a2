import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { RestrictionScope, RestrictUser } from '../commands.ts';

/**
 * Generates restrictions of any user. Most restricted users are soon free again, so that the books stay full and users
 * with many open orders are stopped.
 */
export class RandomRestrictions implements RandomPart {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];

  constructor(random: Random, model: NaiveExchange, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    this.users = users;
  }

  opening(): [] {
    return [];
  }

  next(): RestrictUser {
    const { random } = this;
    const restricted = random.anyOf(this.model.state.restrictions);
    if (restricted !== undefined && !random.oneIn(3)) return this.restrict(restricted.user, 'none');
    const user = random.oneIn(40) ? random.pick([0, -5, 1.5, 2 ** 30]) : random.pick(this.users);
    return this.restrict(user, random.pick(['none', 'outflow', 'trading', 'trading']));
  }

  private restrict(user: number, scope: RestrictionScope): RestrictUser {
    const { random } = this;
    const operator = random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, 1, 999]);
    const known = this.model.state.restrictions.find((one) => one.user === user)?.scope ?? 'none';
    const before = random.oneIn(20) ? random.pick(['none', 'outflow', 'trading'] as const) : known;
    const command: Plain<RestrictUser> = { type: 'restrict_user', user, before, scope, operator, cause: 'incident' };
    return command as RestrictUser;
  }
}
