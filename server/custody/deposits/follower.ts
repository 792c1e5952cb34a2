import type { UserId } from '@bourse/engine';
import { NextDue } from '../../ground/background/index.ts';
import type { BlockRef, Chains, OpenChain } from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { creditView } from '../credits/index.ts';
import { worthByIndex, worthDecimals } from '../../trading/index-price/index.ts';
import type { Signer } from '../signer/index.ts';
import type { DepositAddresses } from './addresses.ts';
import { DepositBookings } from './bookings.ts';
import { type Deposit, depositSource } from './deposit.ts';
import { ChainScanner } from './scanner.ts';
import type { With } from '../../ground/parts.ts';

/** The time between two looks at the head of a chain, however long its blocks take. */
const maxPollMs = 5_000;
const dayMs = 86_400_000;

export interface FollowerParts extends With<'background' | 'db' | 'identityDb' | 'log' | 'now' | 'views'> {
  readonly addresses: DepositAddresses;
  readonly chains: Chains;
  readonly core: Pick<Core, 'submit'>;
  readonly settings: { readonly fast_credit_usd: number; readonly topup_mature_days: number };
  readonly signer: Signer;
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

/** Follows one chain in the background: reads its blocks and books its deposits. */
export class ChainFollower {
  readonly chain: OpenChain;
  readonly #parts: FollowerParts;
  readonly #openedMs: number;
  #scanner: ChainScanner | null = null;
  readonly #bookings: DepositBookings;
  #progress: ChainProgress | null = null;

  constructor(chain: OpenChain, parts: FollowerParts) {
    this.chain = chain;
    this.#parts = parts;
    this.#openedMs = parts.now();
    this.#bookings = new DepositBookings({
      ...parts,
      chain,
      listings: parts.views.listings,
      creditsEarly: (deposit) => this.#creditsEarly(deposit),
      matureMs: (deposit) => this.#matureMs(deposit),
      isWaiting: ({ n, user }) =>
        user !== null && n !== null && creditView.of(parts.views).isWaiting(user, { source: depositSource, n }),
    });
    const everyMs = Math.min(maxPollMs, chain.blockMs / 3);
    parts.background.work(
      `deposits: follow ${chain.code}`,
      { everyMs, atOnce: true },
      async () => new NextDue((await this.step()).more ? 0 : everyMs),
    );
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

  /** A deposit to the address of a top-up was paid by a card, whatever its provider has reported. */
  #matureMs({ address, chain }: Deposit): number | null {
    const { addresses, settings } = this.#parts;
    const isTopup = typeof addresses.find(chain, address)?.topup === 'number';
    return isTopup ? settings.topup_mature_days * dayMs : null;
  }

  /**
   * Large deposits wait until they are final, so that a reorganization costs at most this much for each user.
   * Everything that was credited early counts, on all chains, including what was credited a moment ago.
   */
  #creditsEarly({ amount, protocol, user }: Deposit): boolean {
    const { chains, settings, views } = this.#parts;
    if (settings.fast_credit_usd === 0 || user === null) return true;
    const terms = chains.protocol(protocol);
    if (terms === null) return false;
    let worth = 0n;
    const early = creditView.of(views).earlyOf(user);
    for (const { currency, units } of [{ currency: terms.currency, units: amount }, ...early]) {
      const value = worthByIndex(views, views.listings.currency(currency), units);
      if (value === null) return false;
      worth += value;
    }
    return worth <= BigInt(settings.fast_credit_usd) * 10n ** BigInt(worthDecimals);
  }
}
