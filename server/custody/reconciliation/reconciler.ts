import { currencyId } from '@bourse/engine';
import type { Logger } from 'pino';
import { Unavailable } from '../../ground/background/index.ts';
import type { OpenChain, VenueChains } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { haltPayments } from '../outgoing/index.ts';
import type { Signer } from '../signer/index.ts';
import {
  type Comparison,
  type Finding,
  findingOf,
  readNewest,
  storeComparison,
  type StoredComparison,
} from './comparisons.ts';
import { type Custody, covered, readCustody } from './custody.ts';
import { type Obligations, readObligations } from './obligations.ts';
import { readUnopened, storeOpening } from './openings.ts';
import { readReceivers, readRecordedFlows } from './recorded-flows.ts';
import { ledgerChain } from './surplus-bookings.ts';
import { type OwnWallets, readWalletFlows } from './wallet-flows.ts';
import type { With } from '../../ground/parts.ts';

/** Blocks below the cursor at which balances are compared, on chains whose nodes know earlier balances. */
const behind = 3;
/** Addresses whose balances are read at a time. */
const batch = 100;

/** A chain that is not compared for this long is an alarm. */
const patienceMs = 10 * 60_000;

/** Why payments of a chain are halted. */
const shortHalt = 'reconciliation_short';

export interface ReconcilerParts extends With<'db' | 'demo' | 'now'> {
  readonly chains: VenueChains;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly signer: Signer;
  readonly views: Views;
}

/** How often a round reads both sides again while the ledger moves between them. */
const maxReads = 5;

/** A comparison of the ledger with all chains. Amounts are counts of 10^-`scale`. */
export interface ComparedCustody extends Custody {
  readonly finding: Finding;
  /** The money in accounts of the ledger, which came from outside. */
  readonly owed: bigint;
  readonly debts: bigint;
}

/** A chain that has not been compared for too long. */
interface Uncompared {
  readonly chain: Pick<OpenChain, 'code' | 'id'>;
  readonly sinceMs: number;
}

/**
 * Compares the balances of the exchange's wallets with the recorded flows. Payments of a chain are halted once two
 * rounds in a row have seen that money is missing there.
 */
export class Reconciler {
  readonly #parts: ReconcilerParts;
  #round: Promise<void> = Promise.resolve();
  readonly #custody = new Map<number, ComparedCustody>();
  /** The own wallets of each chain, as they were read last. */
  readonly #wallets = new Map<number, OwnWallets>();
  readonly #openedMs: number;
  /** When each chain was compared last. */
  readonly #comparedMs = new Map<number, number>();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
    this.#openedMs = parts.now();
  }

  /** The last comparison of the ledger with all chains. */
  get custody(): readonly ComparedCustody[] {
    return [...this.#custody.values()];
  }

  /** The chains that have not been compared for minutes, since the start at most; the longest first. */
  get uncompared(): readonly Uncompared[] {
    const { chains, now } = this.#parts;
    return chains.chains
      .map((chain) => ({ chain, sinceMs: this.#comparedMs.get(chain.id) ?? this.#openedMs }))
      .filter(({ sinceMs }) => now() - sinceMs >= patienceMs)
      .toSorted((a, b) => a.sinceMs - b.sinceMs);
  }

  /** Compares all chains. @throws Unavailable if one has not been compared for minutes */
  async round(): Promise<void> {
    await this.compare();
    const [longest] = this.uncompared;
    if (longest !== undefined)
      throw new Unavailable(`The balances on the chain ${longest.chain.code} have not been compared for minutes.`);
  }

  /** Compares all chains, after the round that runs. A chain that does not answer is left out. */
  async compare(): Promise<void> {
    const round = this.#round.catch(() => undefined).then(async () => this.#compareAll());
    this.#round = round;
    await round;
  }

  async #compareAll(): Promise<void> {
    const { chains, log } = this.#parts;
    for (const chain of chains.chains) {
      try {
        await this.#compareChain(chain);
      } catch (error) {
        // One that cannot be compared keeps neither the others nor the ledger from it.
        if (!(error instanceof Unavailable)) throw error;
        log.warn({ chain: chain.code, err: error }, 'the balances of a chain cannot be read');
      }
    }
    await this.#compareLedger();
  }

  /** Compares the ledger with the records of all chains, which the balances on the chains confirm one by one. */
  async #compareLedger(): Promise<void> {
    const { chains, db, demo, now, views } = this.#parts;
    const readMs = now();
    const before = (await readNewest(db)).filter((row) => row.chain === ledgerChain);
    const flows = await readWalletFlows(db, [...this.#wallets.values()]);
    const left = new Set<number>(views.listings.currencies().map(({ id }) => id));
    const unopened = new Set(demo ? await readUnopened(db) : []);
    for (let read = 0; read < maxReads && left.size > 0; read += 1) {
      const owed = readObligations(views);
      const listed = views.listings.currencies().filter(({ id }) => left.has(id));
      const { custody, sequence } = await readCustody(db, { demo, flows, listed, protocols: chains.protocols });
      const after = readObligations(views);
      // The records are as new as the ledger or newer: a currency that moves is read again.
      if (views.sequence < sequence) continue;
      for (const sums of custody) {
        const [side, later] = [owed.get(sums.currency), after.get(sums.currency)];
        if (side?.owed !== later?.owed || side?.debts !== later?.debts) continue;
        left.delete(sums.currency);
        const ledger = side ?? { owed: 0n, debts: 0n };
        if (unopened.has(sums.currency)) await storeOpening(db, sums.currency, this.#missing(sums, ledger));
        else await this.#compareCurrency(sums, ledger, { before, readMs });
      }
    }
  }

  async #compareCurrency(
    sums: Custody,
    { debts: debtUnits, owed: owedUnits }: Obligations,
    { before, readMs }: { readonly before: readonly StoredComparison[]; readonly readMs: number },
  ): Promise<void> {
    const { chains, db, now, views } = this.#parts;
    const { code } = views.listings.currency(currencyId(sums.currency));
    const factor = this.#factor(sums);
    const [owed, debts] = [owedUnits * factor, debtUnits * factor];
    const own = chains.chains.filter(({ id }) =>
      chains.protocols.some(({ chain, currency }) => chain === id && currency === sums.currency),
    );
    const custody = own.every(({ id }) => this.#wallets.has(id)) ? sums : withUnknownCapital(sums);
    const known = before.find((row) => row.asset === code) ?? null;
    const comparison = { chain: ledgerChain, asset: code, height: 0, balance: covered(custody, debts), expected: owed };
    // A payment that people have written off since is no longer missing.
    const { unfounded } = custody.terms;
    const isStolen = unfounded > 0n && owed - comparison.balance >= unfounded;
    const finding = await this.#store(comparison, known, { chain: code, isCertain: isStolen, readMs });
    this.#custody.set(sums.currency, { ...custody, finding, owed, debts });
    if (finding !== 'short') return;
    for (const { id } of own) await haltPayments(db, id, shortHalt, now());
  }

  /** The units of the ledger that no term explains. */
  #missing(sums: Custody, { debts, owed }: Obligations): bigint {
    return owed - covered(sums, debts * this.#factor(sums)) / this.#factor(sums);
  }

  /** How many counts of a comparison are a unit of the ledger. */
  #factor({ currency, scale }: Custody): bigint {
    return 10n ** BigInt(scale - this.#parts.views.listings.currency(currencyId(currency)).decimals);
  }

  /** Stores a comparison, and logs a difference once. */
  async #store(
    comparison: Comparison,
    before: StoredComparison | null,
    { chain, isCertain, readMs }: { readonly chain: string; readonly isCertain: boolean; readonly readMs: number },
  ): Promise<Finding> {
    const { db, log } = this.#parts;
    const finding = findingOf(await storeComparison(db, comparison, { before, isCertain, readMs }));
    const isNew = before === null || findingOf(before) !== finding;
    if (isNew && (finding === 'short' || finding === 'unseen')) {
      const { asset, balance, expected } = comparison;
      const about = { chain, asset, balance: String(balance), expected: String(expected) };
      log.error(about, finding === 'short' ? 'money is missing: payments halt' : 'money is unrecorded');
    }
    return finding;
  }

  async #compareChain(chain: OpenChain): Promise<void> {
    const { chains, db, now, signer } = this.#parts;
    const readMs = now();
    const height = await this.#heightOf(chain);
    if (height === null) return;
    const expected = await readRecordedFlows(db, chain.id, height);
    const listed = chains.protocols.filter((protocol) => protocol.chain === chain.id).map(({ asset }) => asset);
    const hot = await signer.address(chain.code, { kind: 'hot' });
    const cold = await signer.coldAddress(chain.code);
    const [balances, coldBalances] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const asset of new Set(['', ...listed, ...expected.keys()])) {
      const sums = await this.#balance(chain, asset, { hot, cold, height });
      balances.set(asset, sums.own);
      coldBalances.set(asset, sums.cold);
    }
    // Balances of another branch than the records prove nothing.
    if (!(await this.#isOnBranch(chain, height))) return;
    this.#wallets.set(chain.id, { chain: chain.id, hot, height, cold: coldBalances });
    const before = (await readNewest(db)).filter((row) => row.chain === chain.id);
    for (const [asset, balance] of balances) {
      const known = before.find((row) => row.asset === asset) ?? null;
      const compared = { chain: chain.id, asset, height, balance, expected: expected.get(asset) ?? 0n };
      if ((await this.#store(compared, known, { chain: chain.code, isCertain: false, readMs })) === 'short')
        await haltPayments(db, chain.id, shortHalt, now());
    }
    this.#comparedMs.set(chain.id, now());
  }

  /**
   * The height at which both sides are known; null while the chain is halted, or its blocks or the own payments in them
   * were not read that far.
   */
  async #heightOf(chain: OpenChain): Promise<number | null> {
    const { chains, db } = this.#parts;
    const cursor = await db.selectFrom('scan_cursors').selectAll().where('chain_id', '=', chain.id).executeTakeFirst();
    if (cursor === undefined || cursor.halted !== null) return null;
    // A node without earlier balances is asked about its head; if that has moved on, the next round asks again.
    const height = safeInteger(cursor.height) - (chain.adapter.spendsOutputs ? 0 : behind);
    if (height > chains.followedTo(chain.id)) return null;
    return (await this.#isOnBranch(chain, height)) ? height : null;
  }

  /** Whether the node has the block at this height that was read. */
  async #isOnBranch(chain: OpenChain, height: number): Promise<boolean> {
    const read = await this.#parts.db
      .selectFrom('scan_blocks')
      .select('hash')
      .where('chain_id', '=', chain.id)
      .where('height', '=', String(height))
      .executeTakeFirst();
    return read !== undefined && (await chain.adapter.block(height))?.hash === read.hash;
  }

  /** The coins at all own addresses but the cold one, and at that. */
  async #balance(
    { adapter, id }: OpenChain,
    asset: string,
    { cold, height, hot }: { readonly cold: string; readonly height: number; readonly hot: string },
  ): Promise<{ readonly own: bigint; readonly cold: bigint }> {
    const receivers = await readReceivers(this.#parts.db, id, asset);
    const addresses = [...new Set([hot, ...(cold === '' ? [] : [cold]), ...receivers])];
    const sums = { own: 0n, cold: 0n };
    for (let at = 0; at < addresses.length; at += batch) {
      const balances = await adapter.balances(addresses.slice(at, at + batch), asset, height);
      for (const [address, balance] of balances) sums[address === cold ? 'cold' : 'own'] += balance;
    }
    return sums;
  }
}

/** The wallets of a chain were not read yet: nothing is known of the capital in them. */
function withUnknownCapital({ terms, ...sums }: Custody): Custody {
  return { ...sums, terms: { ...terms, contributed: terms.capital } };
}
