import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { balanceOf, evaluate } from './risk.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverAccount } from './state.ts';

/** The money of an account after an event of leverage, and the postings that led there. */
export interface Booked {
  readonly balance: Amount;
  readonly margins: Amount;
  readonly holds: Amount;
  readonly maintenances: Amount;
  readonly postings: readonly Posting[];
}

interface Balances {
  readonly available: number;
  readonly locked: number;
}

/**
 * The movements of money of one event. While a booking is open nothing of the account is locked for leverage; `close`
 * locks what the account's rows then need, and returns the postings from before to after.
 */
export class Booking {
  readonly #state: ExchangeState;
  readonly #account: LeverAccount;
  readonly #before: Balances;
  // Most events move only one or two of these accounts, so each is looked up at its first use.
  #houseSide: VenueSide | null = null;
  #insuranceSide: VenueSide | null = null;
  #feeSide: VenueSide | null = null;

  constructor(state: ExchangeState, account: LeverAccount) {
    const { ledger } = state;
    this.#state = state;
    this.#account = account;
    this.#before = balancesOf(state, account.slot);
    if (account.locked > 0) ledger.release(account.slot, account.locked);
    account.locked = noAmount;
  }

  get #house(): VenueSide {
    return (this.#houseSide ??= new VenueSide(this.#state, accountType.leverHouse, this.#account));
  }

  get #insurance(): VenueSide {
    return (this.#insuranceSide ??= new VenueSide(this.#state, accountType.insurance, this.#account));
  }

  get #fees(): VenueSide {
    return (this.#feeSide ??= new VenueSide(this.#state, accountType.fees, this.#account));
  }

  /** T. */
  get balance(): Amount {
    return balanceOf(this.#state, this.#account);
  }

  payFee(amount: Amount): void {
    this.#fees.receive(this.#account.slot, amount);
  }

  payInsurance(amount: Amount): void {
    this.#insurance.receive(this.#account.slot, amount);
  }

  reserve(amount: Amount): void {
    this.#house.hold(amount);
  }

  freeReserve(amount: Amount): void {
    this.#house.release(amount);
  }

  /**
   * Pays a profit from the house, then from insurance, and returns what neither could pay. Beyond what was reserved for
   * it, it is not paid from money that is owed to others.
   */
  payProfit(profit: number, reserve: number, owed: number): Amount {
    const others = this.#house.available - reserve;
    const fromHouse = Math.min(profit, reserve + Math.max(0, others - owed));
    const insurance = this.#insurance.available - Math.max(0, owed - others);
    const fromInsurance = Math.min(profit - fromHouse, Math.max(0, insurance));
    this.#house.pay(this.#account.slot, fromHouse);
    this.#insurance.pay(this.#account.slot, fromInsurance);
    return asAmount(profit - fromHouse - fromInsurance);
  }

  /** Pays a claim from the house, then from insurance, and returns how much they could pay. */
  payClaim(claim: Amount): Amount {
    const fromHouse = Math.min(claim, this.#house.available);
    const fromInsurance = Math.min(claim - fromHouse, this.#insurance.available);
    this.#house.pay(this.#account.slot, fromHouse);
    this.#insurance.pay(this.#account.slot, fromInsurance);
    return asAmount(fromHouse + fromInsurance);
  }

  /** Takes a loss, and returns what the account could not bear. */
  takeLoss(loss: number): Amount {
    const borne = Math.min(loss, this.balance);
    this.#house.receive(this.#account.slot, borne);
    return asAmount(loss - borne);
  }

  /** Lets insurance pay a deficit, and returns how much it could pay. */
  insure(deficit: Amount): Amount {
    const insured = Math.min(deficit, this.#insurance.available);
    this.#insurance.payTo(this.#house, insured);
    return asAmount(insured);
  }

  /** Locks what the rows need, evaluates the account, and returns its money. `fee` is the venue's part of the event. */
  close(fee = noAmount): Booked {
    const { ledger } = this.#state;
    const account = this.#account;
    const { slot, user, currency, margins, held, maintenances } = account;
    const balance = ledger.available(slot);
    const locked = asAmount(Math.min(balance, margins + held));
    if (locked > 0) ledger.hold(slot, locked);
    account.locked = locked;
    const after = balancesOf(this.#state, slot);
    const { available, locked: lockedChange } = changeOf(this.#before, after);
    const postings = [posting(user, accountType.lever, currency, available, lockedChange, fee)];
    this.#houseSide?.addPosting(postings);
    this.#insuranceSide?.addPosting(postings);
    this.#feeSide?.addPosting(postings);
    evaluate(this.#state, account);
    const sums = { margins: asAmount(margins), holds: asAmount(held), maintenances: asAmount(maintenances) };
    return { balance, ...sums, postings };
  }
}

/** An account of the venue in a booking; opened in the ledger at its first movement. */
class VenueSide {
  readonly #state: ExchangeState;
  readonly #type: VenueType;
  readonly #currency: LeverAccount['currency'];
  readonly #slot: AccountSlot;
  readonly #before: Balances;

  constructor(state: ExchangeState, type: VenueType, { currency }: LeverAccount) {
    this.#state = state;
    this.#type = type;
    this.#currency = currency;
    this.#slot = state.ledger.open(venue, type, currency);
    this.#before = balancesOf(state, this.#slot);
  }

  get available(): number {
    return this.#state.ledger.available(this.#slot);
  }

  hold(amount: Amount): void {
    this.#state.ledger.hold(this.#slot, amount);
  }

  release(amount: Amount): void {
    this.#state.ledger.release(this.#slot, amount);
  }

  pay(to: AccountSlot, amount: number): void {
    if (amount > 0) this.#state.ledger.post(this.#slot, to, asAmount(amount));
  }

  payTo(to: VenueSide, amount: number): void {
    this.pay(to.#slot, amount);
  }

  receive(from: AccountSlot, amount: number): void {
    if (amount > 0) this.#state.ledger.post(from, this.#slot, asAmount(amount));
  }

  /** Adds the change since the booking was opened, if there is one. */
  addPosting(postings: Posting[]): void {
    const { available, locked } = changeOf(this.#before, balancesOf(this.#state, this.#slot));
    if (available !== 0 || locked !== 0) {
      postings.push(posting(venue, this.#type, this.#currency, available, locked));
    }
  }
}

type VenueType = typeof accountType.leverHouse | typeof accountType.insurance | typeof accountType.fees;

function balancesOf({ ledger }: ExchangeState, slot: AccountSlot): Balances {
  return { available: ledger.available(slot), locked: ledger.locked(slot) };
}

function changeOf(before: Balances, after: Balances): Balances {
  return { available: after.available - before.available, locked: after.locked - before.locked };
}
