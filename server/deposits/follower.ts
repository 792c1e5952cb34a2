import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type BlockRef, type Chains, ChainUnavailable, type OpenChain } from '../chains/index.ts';
import type { Core } from '../core/index.ts';
import type { Schema } from '../database/index.ts';
import type { Views } from '../feed/index.ts';
import { worthByIndex, worthDecimals } from '../index-price/index.ts';
import type { Signer } from '../signer/index.ts';
import type { DepositAddresses } from './addresses.ts';
import { DepositBookings } from './bookings.ts';
import type { Deposit } from './deposit.ts';
import { readUnmaturedOf } from './deposit-store.ts';
import { ChainScanner } from './scanner.ts';

/** The time between two looks at the head of a chain, however long its blocks take. */
const maxPollMs = 5_000;
const maxPauseMs = 60_000;

export interface FollowerParts {
  readonly addresses: DepositAddresses;
  readonly chains: Chains;
  readonly core: Pick<Core, 'submit'>;
  readonly db: Kysely<Schema>;
  /** The login that knows users. */
  readonly identityDb: Kysely<Schema>;
  readonly log: Logger;
  readonly now: () => number;
  readonly settings: { readonly fast_credit_usd: number };
  readonly signer: Signer;
  readonly views: Views;
  readonly changed: (deposit: Deposit, confirmations: number) => void;
}

/** How far a chain was read. */
export interface ChainProgress {
  readonly head: BlockRef;
  readonly cursor: BlockRef;
  readonly halted: string | null;
  /** When this was true, epoch milliseconds. */
  readonly atMs: number;
}

/** Follows one chain: reads its blocks and books its deposits, until it is stopped. */
export class ChainFollower {
  readonly chain: OpenChain;
  readonly #parts: FollowerParts;
  readonly #openedMs: number;
  #scanner: ChainScanner | null = null;
  readonly #bookings: DepositBookings;
  #progress: ChainProgress | null = null;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(chain: OpenChain, parts: FollowerParts) {
    this.chain = chain;
    this.#parts = parts;
    this.#openedMs = parts.now();
    this.#bookings = new DepositBookings({
      ...parts,
      ...{ chain, listings: parts.views.listings },
      creditsEarly: (deposit) => this.#creditsEarly(deposit),
    });
  }

  /** How far the chain was read; null before the first success. */
  get progress(): ChainProgress | null {
    return this.#progress;
  }

  /** When the chain was read successfully, or when it was opened if it never was; epoch milliseconds. */
  get readAtMs(): number {
    return this.#progress?.atMs ?? this.#openedMs;
  }

  /** Since when final deposits have not been confirmed by the nodes; null if all are. Epoch milliseconds. */
  get doubtedSinceMs(): number | null {
    return this.#bookings.doubtedSinceMs;
  }

  /** The confirmations of a block. */
  confirmations(height: number): number {
    const { cursor, head } = this.#progress ?? { cursor: { height: -1 }, head: { height: -1 } };
    return Math.max(0, Math.min(cursor.height, head.height) - height + 1);
  }

  start(): void {
    this.#again(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Reads and books what is there. @throws ChainUnavailable, SignerUnavailable, CoreRefusal */
  async step(): Promise<{ readonly more: boolean }> {
    this.#scanner ??= await this.#openScanner();
    const scanned = await this.#scanner.step();
    const { cursor, halted, head } = scanned;
    this.#progress = { cursor, halted, head, atMs: this.#parts.now() };
    if (halted === null) await this.#bookings.step(scanned);
    return { more: scanned.more };
  }

  async #openScanner(): Promise<ChainScanner> {
    const { addresses, identityDb, signer, views } = this.#parts;
    await addresses.load(this.chain);
    const hotWallet = await signer.address(this.chain.code, { kind: 'hot' });
    const isUser = async (user: UserId): Promise<boolean> =>
      (await identityDb.selectFrom('users').select('id').where('id', '=', String(user)).executeTakeFirst()) !==
      undefined;
    return new ChainScanner({ ...this.#parts, chain: this.chain, listings: views.listings, hotWallet, isUser });
  }

  /** Large deposits wait until they are final, so that a reorganization costs at most this much for each user. */
  async #creditsEarly(deposit: Deposit): Promise<boolean> {
    const { chains, db, settings, views } = this.#parts;
    if (settings.fast_credit_usd === 0 || deposit.user === null) return true;
    let worth = 0n;
    for (const { amount, protocol } of [deposit, ...(await readUnmaturedOf(db, deposit.user))]) {
      const terms = chains.protocol(protocol);
      const value = terms === null ? null : worthByIndex(views, views.listings.currency(terms.currency), amount);
      if (value === null) return false;
      worth += value;
    }
    return worth <= BigInt(settings.fast_credit_usd) * 10n ** BigInt(worthDecimals);
  }

  #again(pauseMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#run();
    }, pauseMs);
  }

  async #run(): Promise<void> {
    const { log } = this.#parts;
    const pollMs = Math.min(maxPollMs, this.chain.blockMs / 3);
    try {
      const { more } = await this.step();
      if (this.#failures > 0) log.info({ chain: this.chain.code }, 'the chain is followed again');
      this.#failures = 0;
      this.#again(more ? 0 : pollMs);
    } catch (error) {
      // Only the first failure of an outage is news.
      this.#failures += 1;
      const about = { chain: this.chain.code, err: error };
      if (this.#failures === 1 && error instanceof ChainUnavailable) log.warn(about, 'the chain cannot be read');
      else if (this.#failures === 1) log.error(about, 'the chain cannot be followed');
      this.#again(Math.min(maxPauseMs, pollMs * 2 ** Math.min(this.#failures, 10)));
    }
  }
}
