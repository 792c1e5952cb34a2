import { checkDebts, checkMaturing, checkUnmatured } from '../../credits/simulation/naive-outflow.ts';
import { isId, refuse } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { Send } from '../commands.ts';

/** A second model of coins sent to other users: one list of all requests that were carried out. */
export class NaiveSending implements NaivePart {
  readonly commands = ['send'] as const;
  readonly refusals = ['receiver_restricted'] as const;
  readonly sent: Send[] = [];
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type !== 'send') throw new Error(`no command of sending: ${command.type}`);
    const { source, n } = command;
    const isKnown = this.sent.some((one) => one.source === source && one.n === n);
    if (isKnown) events.push({ type: 'cause_repeated', command: 'send', source, n });
    else this.send(command, events);
    return { type: 'done' };
  }

  isDue(): boolean {
    return false;
  }

  passTime(): number {
    return 0;
  }

  private send(command: Send, events: NaiveEvent[]): void {
    const { state } = this;
    const { user, toUser, currency, amount, source, n } = command;
    refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
    refuse(!isId(toUser, 2 ** 30) || toUser === user, { reason: 'receiver_invalid' });
    refuse(!state.currencies.some((listed) => listed.currency === currency), { reason: 'currency_unknown' });
    refuse(source === '' || !isId(n, 2 ** 53), { reason: 'cause_invalid' });
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    refuse(state.isRestricted(toUser, 'outflow', 'trading'), { reason: 'receiver_restricted' });
    refuse(state.isRestricted(user, 'outflow', 'trading'), { reason: 'outflow_stopped' });
    checkDebts(state, command);
    const available = Number(state.balance(user, 1, currency)[0]);
    refuse(amount > available, { reason: 'insufficient_balance', currency, available, needed: amount });
    checkUnmatured(state, this.indices, command);
    checkMaturing(state, this.indices, command);
    this.sent.push(command);
    const postings = [this.post(user, currency, 0 - amount), this.post(toUser, currency, amount)];
    events.push({ ...command, type: 'sent', postings });
    state.payDebt(toUser, 1, currency, amount, events);
  }

  private post(user: number, currency: number, available: number): object {
    this.state.change(user, 1, currency, BigInt(available), 0n);
    return { user, accountType: 1, currency, available, locked: 0, fee: 0 };
  }
}
