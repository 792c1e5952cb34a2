import { commandDeclarations } from '../../command.ts';
import { accountType } from '../../ledger/account.ts';
import { alice, bob, carol, fundedExchange, setup, usdt } from '../../testing/test-exchange.ts';
import { moveToLever } from '../../testing/movements.ts';
import { escrowOf } from '../index.ts';
import type { Command } from '../../command.ts';
import type { Event } from '../../event.ts';
import type { UserId } from '../../identifiers.ts';
import type { Rejection } from '../../rejection.ts';
import type { ExchangeOptions } from '../../state.ts';
import type { TestExchange } from '../../testing/test-exchange.ts';
import type { EscrowNumber } from '../commands.ts';

/** Overrides of a command's fields, including invalid numbers and texts. */
export type Odd = Readonly<Record<string, unknown>>;

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** The seller of the offers, a maker, and the buyer, a taker. */
export const [seller, buyer, other] = [alice, bob, carol];
/** The coins that each user has in the legal account. */
export const coins = 1_000_000;
/** A SHA-256 in text. */
export const hash = 'a1'.repeat(32);

/** Windows of 15 minutes, 10 minutes, an hour and an hour; coins mature for a day, after silence for three. */
const terms = {
  feePpm: 0,
  windowMs: 15 * minute,
  appealMs: 10 * minute,
  delayMs: hour,
  autoMs: hour,
  matureMs: day,
  autoMatureMs: 3 * day,
  onSilence: 'appeal',
  terms: hash,
  unpaidLimit: 10,
  openLimit: 100,
};

/** An exchange for escrows. All commands are sent without a request key. */
export class EscrowBench {
  readonly tested: TestExchange;

  constructor(options: ExchangeOptions = {}) {
    this.tested = fundedExchange({}, options);
    for (const user of [seller, buyer, other]) {
      this.tested.apply(moveToLever(user, coins, null, { to: accountType.legal }));
    }
  }

  fund(amount = 100_000, odd: Odd = {}): Event[] {
    return this.send({ type: 'fund_offer', user: seller, offer: 1, currency: usdt, amount, limit: 3, ...odd });
  }

  drain(amount: number, odd: Odd = {}): Event[] {
    return this.send({ type: 'drain_offer', user: seller, offer: 1, amount, ...odd });
  }

  endOffer(odd: Odd = {}): Event[] {
    return this.send({ type: 'end_offer', user: seller, offer: 1, ...odd });
  }

  /** The buyer takes a part of the seller's offer. */
  open(n = 1, amount = 1000 + n, odd: Odd = {}): Event[] {
    const parties = { user: buyer, offer: 1, seller, buyer };
    return this.send({ type: 'open_escrow', n, ...parties, currency: usdt, amount, ...terms, ...odd });
  }

  /** The seller sells to the buyer's ad. */
  sell(n = 1, amount = 1000 + n, odd: Odd = {}): Event[] {
    return this.open(n, amount, { user: seller, offer: null, ...odd });
  }

  /** A command of a user about an escrow, such as `pay` or `withdraw_appeal`. */
  act(action: Action, user: UserId, n = 1, odd: Odd = {}): Event[] {
    return this.send({ ...actions[action], user, n, ...odd });
  }

  hold(n = 1, odd: Odd = {}): Event[] {
    return this.send({ type: 'hold_escrow', n, ...setup, ...odd });
  }

  resolve(resolution: 'release' | 'refund', n = 1, odd: Odd = {}): Event[] {
    return this.send({ type: 'resolve_escrow', n, resolution, ...setup, ...odd });
  }

  reopen(n = 1, next = 100, odd: Odd = {}): Event[] {
    return this.send({ type: 'reopen_escrow', user: seller, n, next, voucher: hash, ...odd });
  }

  restrict(user: UserId, before: string, scope: string): Event[] {
    return this.send({ type: 'restrict_user', user, before, scope, ...setup });
  }

  /** Lets open time pass, second by second, and returns the events of the ticks. */
  pass(milliseconds: number): Event[] {
    const events: Event[] = [];
    for (let left = milliseconds; left > 0; left -= 10_000) {
      this.tested.wait(Math.min(left, 10_000));
      events.push(...this.tested.apply({ type: 'clock' }));
    }
    return events;
  }

  /** Stops the exchange for a while; the next command is the first after it. */
  stop(milliseconds: number): void {
    this.tested.wait(milliseconds);
  }

  send(command: Odd & { readonly type: Command['type'] }): Event[] {
    const isRequest = commandDeclarations[command.type].kind === 'request';
    return this.tested.apply((isRequest ? { requestKey: null, ...command } : command) as unknown as Command);
  }

  /** The state of an open escrow; null if there is none. */
  step(n = 1): string | null {
    return this.tested.exchange.read(escrowOf(n as EscrowNumber))?.step ?? null;
  }

  /** The rest of the offer; null if there is none. */
  left(offer = 1): number | null {
    return this.tested.exchange.read(({ escrow }) => escrow.offers().find((one) => one.offer === offer)?.left ?? null);
  }

  /** [available, locked] of a user's legal account. */
  legal(user: UserId): [number, number] {
    return this.tested.balance(user, usdt, accountType.legal);
  }
}

const actions = {
  pay: { type: 'pay_escrow', voucher: hash },
  cancel: { type: 'cancel_escrow' },
  ask_cancel: { type: 'ask_cancel_escrow' },
  release: { type: 'release_escrow' },
  concede: { type: 'concede_escrow' },
  appeal: { type: 'appeal_escrow' },
  mark_abnormal: { type: 'mark_escrow_abnormal' },
  withdraw_appeal: { type: 'withdraw_escrow_appeal' },
} as const;
export type Action = keyof typeof actions;
export const allActions = Object.keys(actions) as Action[];

/** The reason of the only rejection; null if the command was accepted. */
export function reasonOf(events: readonly Event[]): Rejection['reason'] | null {
  for (const event of events) if (event.type === 'rejected') return event.rejection.reason;
  return null;
}
