import { isId, refuse } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { RestrictUser } from '../commands.ts';

/** A second model of restrictions: one list, and the orders to cancel searched again each time. */
export class NaiveRestrictions implements NaivePart {
  readonly commands = ['restrict_user'] as const;
  readonly refusals = ['outflow_stopped', 'restriction_changed', 'trading_stopped'] as const;
  private readonly state: NaiveState;
  private readonly maxCancelled: number;

  constructor(state: NaiveState, dueWork: number) {
    this.state = state;
    this.maxCancelled = dueWork;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type !== 'restrict_user') throw new Error(`no restriction: ${command.type}`);
    const { user, before, scope: after, operator, cause }: RestrictUser = command;
    const { state } = this;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
    const scope = state.restrictions.find((one) => one.user === user)?.scope ?? 'none';
    refuse(before !== scope, { reason: 'restriction_changed', scope });
    refuse(before === after, { reason: 'setting_unchanged' });
    state.restrictions = state.restrictions.filter((one) => one.user !== user);
    events.push({ type: 'user_restricted', user, before, after, operator, cause });
    if (after !== 'none') state.restrictions.push({ user, scope: after, isCancelling: false });
    for (const cancel of this.ordersOf(user).slice(0, this.maxCancelled)) cancel(events);
    this.setCancelling(user);
    return { type: 'done' };
  }

  isDue(): boolean {
    return this.state.restrictions.some((one) => one.isCancelling);
  }

  /** Cancels the remaining orders, first those of the user who was stopped first. */
  passTime(max: number, events: NaiveEvent[]): number {
    for (let pieces = 0; pieces < max; pieces += 1) {
      const next = this.state.restrictions.find((one) => one.isCancelling);
      if (next === undefined) return pieces;
      this.ordersOf(next.user)[0]?.(events);
      this.setCancelling(next.user);
    }
    return max;
  }

  private setCancelling(user: number): void {
    const isCancelling = this.ordersOf(user).length > 0;
    this.state.restrictions = this.state.restrictions.map((one) =>
      one.user === user ? { ...one, isCancelling } : one,
    );
  }

  /** The end of each order that the user's restriction ends: those of the markets, of leverage, and escrows. */
  private ordersOf(user: number): ((events: NaiveEvent[]) => void)[] {
    const scope = this.state.restrictions.find((one) => one.user === user)?.scope;
    if (scope === undefined) return [];
    if (scope === 'outflow') return this.state.frozenEscrows(user);
    const spot = this.state.orders
      .filter((order) => order.user === user)
      .toSorted((a, b) => a.market - b.market || b.order - a.order);
    const cancellations = spot.map((order) => (events: NaiveEvent[]) => {
      this.state.end(order, 'restricted', events);
    });
    return [...cancellations, ...this.state.leverOrders(user), ...this.state.frozenEscrows(user)];
  }
}
