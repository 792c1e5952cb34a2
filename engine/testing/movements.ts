import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { type TestExchange, usdt } from './test-exchange.ts';
import type {
  Debit,
  Hold,
  HoldReceiver,
  ReleaseHold,
  SettleHold,
  Transfer,
  VenueTransfer,
} from '../ledger/commands.ts';
import type { Send } from '../sending/commands.ts';
import type { UserId } from '../identifiers.ts';
import { asAmount } from '../money.ts';

/** Overrides of a command's fields, including invalid numbers and texts. */
type Odd<C> = { readonly [Field in keyof C]?: C[Field] | number | string | null | object };

/** A debit, as old journals have them, of units of USDT from a change account, as cause n of the source 'refund'. */
export function debit(user: UserId, units: number, n = 1, odd: Odd<Debit> = {}): Debit {
  const defaults = { user, accountType: accountType.change, currency: usdt, amount: units, source: 'refund', n };
  return { type: 'debit', ...defaults, ...odd } as Debit;
}

/** Moves units of USDT from a user's change account to the lever account. */
export function moveToLever(
  user: UserId,
  units: number,
  requestKey: string | null = null,
  odd: Odd<Transfer> = {},
): Transfer {
  const defaults = { user, currency: usdt, amount: units, from: accountType.change, to: accountType.lever, requestKey };
  return { type: 'transfer', ...defaults, ...odd } as Transfer;
}

/** Brings units of USDT of capital into the venue's treasury, as cause n of the source 'capital'. */
export function capital(units: number, n = 1, odd: Odd<VenueTransfer> = {}): VenueTransfer {
  const accounts = { from: accountType.external, toUser: venue, to: accountType.treasury };
  const audit = { operator: venue, cause: 'capital', source: 'capital', n };
  return { type: 'venue_transfer', ...accounts, currency: usdt, amount: units, ...audit, ...odd } as VenueTransfer;
}

/** Holds units of USDT of a change account for a withdrawal, with reference n of the source 'draw'. */
export function withdrawal(user: UserId, units: number, n = 1, odd: Odd<Hold> = {}): Hold {
  return hold('withdrawal', user, units, { n, source: 'draw', ...odd });
}

/** Holds units of USDT of a change account in escrow, with reference n of the source 'ad'. */
export function escrow(user: UserId, units: number, n = 1, odd: Odd<Hold> = {}): Hold {
  return hold('escrow', user, units, { n, source: 'ad', ...odd });
}

/** Leaves a user without money with a debt of units of USDT: a deposit was withdrawn and then reversed. */
export function owe(tested: TestExchange, user: UserId, units: number): void {
  const account = { user, accountType: accountType.change, currency: usdt, amount: asAmount(units) };
  const deposit = { ...account, source: 'deposit', n: 1 };
  tested.apply({ type: 'credit_deposit', ...deposit, matured: true });
  tested.takeOut(user, units);
  tested.apply({ type: 'reverse_credit', ...deposit });
}

/** Sends units of USDT from one user's change account to another's, as request n of the source 'send'. */
export function sending(user: UserId, toUser: UserId, units: number, n = 1, odd: Odd<Send> = {}): Send {
  const defaults = { user, toUser, currency: usdt, amount: units, source: 'send', n };
  return { type: 'send', ...defaults, ...odd } as Send;
}

/** Settles an escrow to the receiver's change account. */
export function payOut(n: number, receiver: UserId, fee = 0, odd: Odd<SettleHold> = {}): SettleHold {
  const to: HoldReceiver = { user: receiver, accountType: accountType.change };
  return { type: 'settle_hold', source: 'ad', n, receiver: to, fee, ...odd } as SettleHold;
}

/** Settles a withdrawal. */
export function sendOff(n: number, fee = 0, odd: Odd<SettleHold> = {}): SettleHold {
  return { type: 'settle_hold', source: 'draw', n, receiver: null, fee: asAmount(fee), ...odd } as SettleHold;
}

/** Releases an escrow, or the hold of another source. */
export function giveBack(n: number, source = 'ad'): ReleaseHold {
  return { type: 'release_hold', source, n };
}

function hold(kind: Hold['kind'], user: UserId, units: number, odd: Odd<Hold>): Hold {
  const defaults = { user, accountType: accountType.change, currency: usdt, amount: units };
  return { type: 'hold', kind, ...defaults, ...odd } as Hold;
}
