import { accountType, amount } from '@bourse/engine';
import type { CreditCardDeposit, CreditDeposit, MatureCredit, ReverseCredit } from '@bourse/engine/credits';
import type { Logger } from 'pino';
import {
  type ChainAdapter,
  type ChainBlock,
  type Chains,
  ChainUnavailable,
  type OpenChain,
  unitsFromChain,
} from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import type { Listings } from '../../ground/feed/index.ts';
import { announce, type AnnouncerParts } from './announce.ts';
import { type CreditState, type Deposit, depositSource } from './deposit.ts';
import { nextNumber, readDeposits, readOpenDeposits } from './deposit-store.ts';
import type { Scanned } from './scanner.ts';
import type { With } from '../../ground/parts.ts';

export interface BookingParts extends With<'db' | 'now'> {
  readonly chain: OpenChain;
  readonly chains: Chains;
  readonly core: Pick<Core, 'submit'>;
  readonly listings: Listings;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Whether a deposit of this amount may be credited before it is final. */
  readonly creditsEarly: (deposit: Deposit) => boolean;
  /** How long the credit of a deposit that a card paid matures, in milliseconds; null for any other deposit. */
  readonly matureMs: (deposit: Deposit) => number | null;
  /** Whether the credit of a deposit has neither matured nor been reversed, as of the last command. */
  readonly isWaiting: (deposit: Deposit) => boolean;
  /** Called with each deposit that changed, and the confirmations of its transaction. */
  readonly changed: (deposit: Deposit, confirmations: number) => void;
}

/**
 * Credits, matures and reverses the deposits of a chain. Each command carries the number of its deposit, so one that
 * was carried out before a crash changes nothing when it is repeated.
 */
export class DepositBookings {
  readonly #parts: BookingParts;
  /** The deposits that are not ended; null before they are loaded and after an error. */
  #open: Map<number, Deposit> | null = null;
  #said = 0;
  /** Deposits that a node has left out of their block. */
  readonly #doubted = new Set<number>();
  #doubtedSinceMs: number | null = null;
  /** Whether a final deposit was not confirmed in this step. */
  #isDoubting = false;
  /** The error of the second node in this step, which is then not asked again in it. */
  #secondFailure: ChainUnavailable | null = null;
  /** Blocks that were read in this step, by node and height: one may have many deposits. */
  readonly #blocks = new Map<string, ChainBlock | null>();
  #saidSecondFailure = false;

  constructor(parts: BookingParts) {
    this.#parts = parts;
  }

  /** Since when a final deposit has not been confirmed by the nodes; null if all are. Epoch milliseconds. */
  get doubtedSinceMs(): number | null {
    return this.#doubtedSinceMs;
  }

  /** Books what the blocks up to the cursor allow. @throws ChainUnavailable, CoreRefusal */
  async step({ changed, cursor, head }: Pick<Scanned, 'changed' | 'cursor' | 'head'>): Promise<void> {
    try {
      await this.#step(Math.min(cursor.height, head.height), changed);
    } catch (error) {
      this.#open = null;
      throw error;
    }
  }

  async #step(height: number, changed: boolean): Promise<void> {
    const { chain, db } = this.#parts;
    this.#isDoubting = false;
    this.#secondFailure = null;
    this.#blocks.clear();
    const before = this.#open;
    if (before === null || changed) {
      const rows = await readOpenDeposits(db, chain.id);
      this.#open = new Map(rows.map((row) => [row.id, row]));
      await this.#sayEnded(before, this.#open, height);
    }
    for (const deposit of this.#open?.values() ?? []) {
      const confirmations = Math.max(0, height - deposit.height + 1);
      const next = await this.#book(deposit, confirmations);
      if (next !== deposit) this.#keep(next);
      const isNew = before?.get(deposit.id)?.stage !== deposit.stage;
      if (next !== deposit || isNew || (height !== this.#said && confirmations <= chain.finalAfter))
        this.#parts.changed(next, confirmations);
    }
    this.#said = height;
    this.#endDoubts();
  }

  #endDoubts(): void {
    this.#doubtedSinceMs = this.#isDoubting ? (this.#doubtedSinceMs ?? this.#parts.now()) : null;
    if (this.#secondFailure === null) this.#saidSecondFailure = false;
  }

  /** Deposits that were followed and need no booking any more, as they are now. */
  async #sayEnded(
    before: ReadonlyMap<number, Deposit> | null,
    now: ReadonlyMap<number, Deposit>,
    height: number,
  ): Promise<void> {
    const ended = [...(before?.keys() ?? [])].filter((id) => !now.has(id));
    for (const deposit of await readDeposits(this.#parts.db, ended))
      this.#parts.changed(deposit, Math.max(0, height - deposit.height + 1));
  }

  #keep(deposit: Deposit): void {
    const { credit, stage } = deposit;
    const isEnded =
      credit === 'reversed' || (stage === 'creditable' && (credit === 'matured' || credit === 'confirmed'));
    if (isEnded) this.#doubted.delete(deposit.id);
    if (isEnded) this.#open?.delete(deposit.id);
    else this.#open?.set(deposit.id, deposit);
  }

  /** The next booking of a deposit; the deposit itself if there is none now. */
  async #book(deposit: Deposit, confirmations: number): Promise<Deposit> {
    const { chain, creditsEarly } = this.#parts;
    const isFinal = confirmations >= chain.finalAfter;
    switch (deposit.stage) {
      case 'seen':
        return confirmations >= chain.creditAfter ? this.#number(deposit) : deposit;
      case 'creditable': {
        if (deposit.credit === 'none' && (isFinal || creditsEarly(deposit))) return this.#credit(deposit);
        if (deposit.credit === 'credited' && !this.#parts.isWaiting(deposit)) return this.#readAgain(deposit);
        if (deposit.credit !== 'credited' || !isFinal) return deposit;
        if (await this.#isConfirmed(deposit)) return this.#mature(deposit);
        this.#isDoubting = true;
        return deposit;
      }
      case 'gone':
        return deposit.credit === 'none' || deposit.credit === 'reversed' ? deposit : this.#reverse(deposit);
      case 'below_minimum':
      case 'orphaned':
      case 'unattributed':
        return deposit;
    }
  }

  /** A deposit whose credit was taken back by others, because the card payment for it was. */
  async #readAgain(deposit: Deposit): Promise<Deposit> {
    const [{ credit } = deposit] = await readDeposits(this.#parts.db, [deposit.id]);
    return credit === deposit.credit ? deposit : { ...deposit, credit };
  }

  async #number(deposit: Deposit): Promise<Deposit> {
    const { db, now } = this.#parts;
    return inTransaction(db, async (transaction) => {
      const n = await nextNumber(transaction);
      const updated = await transaction
        .updateTable('deposits')
        .set({ stage: 'creditable', n, changed_at: now() })
        .where('id', '=', String(deposit.id))
        .where('stage', '=', 'seen')
        .executeTakeFirst();
      return updated.numUpdatedRows === 1n ? { ...deposit, stage: 'creditable', n } : deposit;
    });
  }

  /** The block is read again, and a second node must know it too, before money may leave because of it. */
  async #isConfirmed(deposit: Deposit): Promise<boolean> {
    const { adapter, second } = this.#parts.chain;
    if (!this.#isIn(await this.#block('first', adapter, deposit.height), deposit)) return false;
    return second === null || this.#isIn(await this.#blockOfSecond(second, deposit.height), deposit);
  }

  #isIn(block: ChainBlock | null, deposit: Deposit): boolean {
    if (block?.hash !== deposit.blockHash) return false;
    if (this.#contains(block, deposit)) return true;
    this.#doubt(deposit);
    return false;
  }

  async #block(node: string, adapter: ChainAdapter, height: number): Promise<ChainBlock | null> {
    const name = `${node} ${height}`;
    const known = this.#blocks.get(name);
    if (known !== undefined) return known;
    const block = await adapter.block(height);
    this.#blocks.set(name, block);
    return block;
  }

  /** The block of a second node; null while it does not answer, which delays nothing but the final deposits. */
  async #blockOfSecond(second: ChainAdapter, height: number): Promise<ChainBlock | null> {
    const { chain, log } = this.#parts;
    if (this.#secondFailure !== null) return null;
    try {
      return await this.#block('second', second, height);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      this.#secondFailure = error;
      if (!this.#saidSecondFailure) log.warn({ chain: chain.code, err: error }, 'the second node cannot be read');
      this.#saidSecondFailure = true;
      return null;
    }
  }

  #contains({ transfers }: ChainBlock, deposit: Deposit): boolean {
    const { chains, listings } = this.#parts;
    const protocol = chains.protocol(deposit.protocol);
    if (protocol === null) return false;
    return transfers.some(
      ({ amount: paid, asset, ordinal, to, tx }) =>
        tx === deposit.tx &&
        ordinal === deposit.ordinal &&
        to === deposit.address &&
        asset === protocol.asset &&
        unitsFromChain(paid, protocol, listings.currency(protocol.currency)).units === BigInt(deposit.amount),
    );
  }

  /** Two nodes, or two answers of one, differ about the same block. */
  #doubt({ blockHash, id }: Deposit): void {
    if (this.#doubted.has(id)) return;
    this.#doubted.add(id);
    this.#parts.log.error({ deposit: id, block: blockHash }, 'a block lacks a credited deposit: it does not mature');
  }

  async #credit(deposit: Deposit): Promise<Deposit> {
    const matureMs = this.#parts.matureMs(deposit);
    return this.#submit(deposit, credit(this.#parts, deposit, matureMs), 'credited');
  }

  /** Once it is final, a deposit that a card paid may have to wait for its time, which the exchange knows. */
  async #mature(deposit: Deposit): Promise<Deposit> {
    const { core } = this.#parts;
    const { events, outcome } = await core.submit(mature(deposit));
    if (outcome.type === 'rejected') {
      const { rejection } = outcome;
      if (rejection.reason === 'credit_reversed') return { ...deposit, credit: 'reversed' };
      return this.#unbookable(deposit, 'mature_credit', rejection);
    }
    const waits = events.some(({ type }) => type === 'credit_confirmed');
    return { ...deposit, credit: waits ? 'confirmed' : 'matured' };
  }

  /** The user's orders are cancelled first, so that the money in them can be taken. */
  async #reverse(deposit: Deposit): Promise<Deposit> {
    await cancelOrders(this.#parts, deposit);
    return this.#submit(deposit, reverse(this.#parts, deposit), 'reversed');
  }

  async #submit(
    deposit: Deposit,
    command: CreditCardDeposit | CreditDeposit | ReverseCredit,
    state: CreditState,
  ): Promise<Deposit> {
    const { outcome } = await this.#parts.core.submit(command);
    if (outcome.type !== 'rejected') return { ...deposit, credit: state };
    return this.#unbookable(deposit, command.type, outcome.rejection);
  }

  #unbookable(deposit: Deposit, command: string, rejection: object): Deposit {
    this.#parts.log.error({ deposit: deposit.id, command, ...rejection }, 'a deposit cannot be booked');
    return deposit;
  }
}

/** The owner and number of a deposit that was creditable. */
function booked({ id, n, user }: Deposit) {
  if (user === null || n === null) throw new Error(`The deposit ${id} has no number or no owner.`);
  return { user, n };
}

function moved({ chains }: Pick<BookingParts, 'chains'>, deposit: Deposit) {
  const protocol = chains.protocol(deposit.protocol);
  if (protocol === null) throw new Error(`The network ${deposit.protocol} of a deposit is unknown.`);
  const { n, user } = booked(deposit);
  return {
    user,
    accountType: accountType.change,
    currency: protocol.currency,
    amount: amount(deposit.amount),
    source: depositSource,
    n,
  };
}

function credit(
  parts: Pick<BookingParts, 'chains'>,
  deposit: Deposit,
  matureMs: number | null,
): CreditCardDeposit | CreditDeposit {
  const movement = moved(parts, deposit);
  return matureMs === null
    ? { type: 'credit_deposit', ...movement, matured: false }
    : { type: 'credit_card_deposit', ...movement, matureMs };
}

function mature(deposit: Deposit): MatureCredit {
  return { type: 'mature_credit', source: depositSource, n: booked(deposit).n };
}

/** Cancels all orders of the owner of a deposit, so that the money in them can be taken. */
async function cancelOrders({ core }: Pick<BookingParts, 'core'>, deposit: Deposit): Promise<void> {
  const { user } = booked(deposit);
  for (let more = true; more;) {
    const { events } = await core.submit({ type: 'cancel_all', user, market: null, side: null, requestKey: null });
    more = events.some((event) => event.type === 'orders_cancelled' && event.more);
  }
}

/** Takes back the credit of a deposit whose card payment was charged back. Repeated, it changes nothing. */
export async function chargeBack(
  parts: Pick<BookingParts, 'core'> & AnnouncerParts & With<'chains'>,
  deposit: Deposit,
): Promise<void> {
  await cancelOrders(parts, deposit);
  const { outcome } = await parts.core.submit(reverse(parts, deposit));
  if (outcome.type === 'rejected')
    throw new Error(`The deposit ${deposit.id} cannot be charged back: ${outcome.rejection.reason}.`);
  const { chain, height } = deposit;
  announce(parts, { ...deposit, credit: 'reversed' }, parts.chains.confirmations(chain, height));
}

function reverse(parts: Pick<BookingParts, 'chains'>, deposit: Deposit): ReverseCredit {
  return { type: 'reverse_credit', ...moved(parts, deposit) };
}
