import { checkDebts, checkMaturing, checkUnmatured } from '../../credits/simulation/naive-outflow.ts';
import { isId, largest, refuse, Refused } from '../../simulation/naive-rules.ts';
import { invalid } from './naive-terms.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveLocked, NaiveOffer, NaiveState } from '../../simulation/naive-state.ts';
import type { DrainOffer, EndOffer, FundOffer } from '../commands.ts';

/** The coins of the model of escrows: offers, and what locks and returns them. */
export class NaiveCoins {
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
  }

  fund({ user, offer, currency, amount, limit }: FundOffer, events: NaiveEvent[]): NaiveEvent {
    refuse(!isId(offer, 2 ** 53), invalid('offer'));
    refuse(!isId(limit, 1001), invalid('limit'));
    this.checkAmount(currency, amount);
    this.checkFrozen(user, 'seller');
    const known = this.state.offers.find((one) => one.offer === offer);
    refuse(known !== undefined && (known.owner !== user || known.currency !== currency), { reason: 'offer_taken' });
    const own = this.state.offers.filter((one) => one.owner === user);
    refuse(known === undefined && own.length >= limit, { reason: 'offers_exhausted', maximum: limit });
    this.checkLock(user, currency, amount);
    const postings = [this.lock(user, currency, amount)];
    const changed: NaiveOffer = known ?? { offer, owner: user, currency, left: 0n, since: this.state.sequence };
    if (known === undefined) this.state.offers.push(changed);
    changed.left += BigInt(amount);
    events.push({ type: 'offer_funded', offer, user, currency, amount, left: Number(changed.left), postings });
    return { type: 'offer', offer };
  }

  drain(command: DrainOffer | EndOffer, events: NaiveEvent[]): NaiveEvent {
    const { user, offer } = command;
    const known = this.state.offers.find((one) => one.offer === offer && one.owner === user);
    if (known === undefined) throw new Refused({ reason: 'offer_unknown' });
    const { currency } = known;
    if (command.type === 'end_offer') {
      const rest = Number(known.left);
      this.state.offers = this.state.offers.filter((one) => one !== known);
      const postings = rest > 0 ? [this.lock(user, currency, -rest)] : [];
      events.push({ type: 'offer_ended', offer, user, currency, amount: rest, postings });
      return { type: 'offer', offer };
    }
    const { amount } = command;
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    refuse(BigInt(amount) > known.left, { reason: 'offer_exhausted', left: Number(known.left) });
    known.left -= BigInt(amount);
    const postings = [this.lock(user, currency, 0 - amount)];
    events.push({ type: 'offer_drained', offer, user, currency, amount, left: Number(known.left), postings });
    return { type: 'offer', offer };
  }

  /** Takes the coins of a new escrow from an offer or from what is available. */
  take(source: NaiveOffer | undefined, { seller, currency, amount }: NaiveLocked): NaiveEvent {
    if (source === undefined) return { left: null, postings: [this.lock(seller, currency, amount)] };
    source.left -= BigInt(amount);
    return { left: Number(source.left), postings: [] };
  }

  checkAmount(currency: number, amount: number): void {
    refuse(!this.state.currencies.some((listed) => listed.currency === currency), { reason: 'currency_unknown' });
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
  }

  checkFrozen(user: number, party: string): void {
    refuse(this.state.isRestricted(user, 'outflow', 'trading'), { reason: 'account_frozen', party });
  }

  checkLock(user: number, currency: number, amount: number): void {
    const lost = { user, currency, amount };
    checkDebts(this.state, lost);
    const [available] = this.state.balance(user, 2, currency);
    const figures = { currency, available: Number(available), needed: amount };
    refuse(BigInt(amount) > available, { reason: 'insufficient_balance', ...figures });
    checkUnmatured(this.state, this.indices, lost);
    checkMaturing(this.state, this.indices, lost);
    refuse(this.state.exposure(currency) + BigInt(amount) > largest, { reason: 'supply_exceeded', currency });
  }

  /** Locks coins of a user, or returns them if the amount is negative. */
  lock(user: number, currency: number, amount: number): object {
    return this.post(user, 2, currency, -BigInt(amount), BigInt(amount));
  }

  post(user: number, accountType: number, currency: number, available: bigint, locked: bigint, fee = 0): object {
    this.state.change(user, accountType, currency, available, locked);
    return { user, accountType, currency, available: Number(available), locked: Number(locked), fee };
  }
}
