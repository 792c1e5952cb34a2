import { currencyId } from '@bourse/engine';
import type { Logger } from 'pino';
import { type Chains, ChainUnavailable, type OpenChain } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import type { Listings } from '../../ground/feed/index.ts';
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
import { type Custody, inLedger, onChains, readCustody } from './custody.ts';
import { readReceivers, readRecordedFlows } from './recorded-flows.ts';
import type { With } from '../../ground/parts.ts';

/** Blocks below the cursor at which balances are compared: by then own payments are recorded too. */
const behind = 3;
/** Addresses whose balances are read at a time. */
const batch = 100;

/** Why payments of a chain are halted. */
const shortHalt = 'reconciliation_short';

export interface ReconcilerParts extends With<'db' | 'now'> {
  readonly chains: Chains;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly signer: Signer;
  readonly views: { readonly listings: Listings };
}

/** The comparisons of the ledger with all chains are stored under this chain, with the currency as the asset. */
export const ledgerChain = 0;

/** A comparison of the ledger with all chains. */
export interface ComparedCustody extends Custody {
  readonly finding: Finding;
}

/**
 * Compares the balances of the exchange's wallets with the recorded flows. Payments of a chain are halted once two
 * rounds in a row have seen that money is missing there.
 */
export class Reconciler {
  readonly #parts: ReconcilerParts;
  #round: Promise<void> = Promise.resolve();
  #custody: readonly ComparedCustody[] = [];

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  /** The last comparison of the ledger with all chains. */
  get custody(): readonly ComparedCustody[] {
    return this.#custody;
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
        if (!(error instanceof ChainUnavailable)) throw error;
        log.warn({ chain: chain.code, err: error }, 'the balances of a chain cannot be read');
      }
    }
    await this.#compareLedger();
  }

  /** Compares the ledger with the records of all chains, which the balances on the chains confirm one by one. */
  async #compareLedger(): Promise<void> {
    const { chains, db, now, views } = this.#parts;
    const currencies = views.listings.currencies();
    const before = (await readNewest(db)).filter((row) => row.chain === ledgerChain);
    const compared: ComparedCustody[] = [];
    for (const custody of await readCustody(db, chains.protocols, currencies)) {
      const { code } = views.listings.currency(currencyId(custody.currency));
      const known = before.find((row) => row.asset === code) ?? null;
      const sides = { balance: onChains(custody), expected: inLedger(custody) };
      const finding = await this.#store({ chain: ledgerChain, asset: code, height: 0, ...sides }, known, code);
      compared.push({ ...custody, finding });
      if (finding !== 'short') continue;
      for (const { id } of chains.chains) {
        const pays = chains.protocols.some((own) => own.chain === id && own.currency === custody.currency);
        if (pays) await haltPayments(db, id, shortHalt, now());
      }
    }
    this.#custody = compared;
  }

  /** Stores a comparison, and logs a difference once. */
  async #store(comparison: Comparison, known: StoredComparison | null, chain: string): Promise<Finding> {
    const { db, log, now } = this.#parts;
    const finding = findingOf(await storeComparison(db, comparison, known, now()));
    const isNew = known === null || findingOf(known) !== finding;
    if (isNew && (finding === 'short' || finding === 'unseen')) {
      const { asset, balance, expected } = comparison;
      const about = { chain, asset, balance: String(balance), expected: String(expected) };
      log.error(about, finding === 'short' ? 'money is missing: payments halt' : 'money is unrecorded');
    }
    return finding;
  }

  async #compareChain(chain: OpenChain): Promise<void> {
    const { chains, db, now, signer } = this.#parts;
    const height = await this.#heightOf(chain);
    if (height === null) return;
    const expected = await readRecordedFlows(db, chain.id, height);
    const listed = chains.protocols.filter((protocol) => protocol.chain === chain.id).map(({ asset }) => asset);
    const hot = await signer.address(chain.code, { kind: 'hot' });
    const balances = new Map<string, bigint>();
    for (const asset of new Set(['', ...listed, ...expected.keys()]))
      balances.set(asset, await this.#balance(chain, asset, hot, height));
    // Balances of another branch than the records prove nothing.
    if (!(await this.#isOnBranch(chain, height))) return;
    const before = (await readNewest(db)).filter((row) => row.chain === chain.id);
    for (const [asset, balance] of balances) {
      const known = before.find((row) => row.asset === asset) ?? null;
      const compared = { chain: chain.id, asset, height, balance, expected: expected.get(asset) ?? 0n };
      if ((await this.#store(compared, known, chain.code)) === 'short')
        await haltPayments(db, chain.id, shortHalt, now());
    }
  }

  /** The height at which both sides are known; null while the chain is halted or was not read that far. */
  async #heightOf(chain: OpenChain): Promise<number | null> {
    const { db } = this.#parts;
    const cursor = await db.selectFrom('scan_cursors').selectAll().where('chain_id', '=', chain.id).executeTakeFirst();
    if (cursor === undefined || cursor.halted !== null) return null;
    // A node without earlier balances is asked about its head; if that has moved on, the next round asks again.
    const height = safeInteger(cursor.height) - (chain.adapter.spendsOutputs ? 0 : behind);
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

  async #balance({ adapter, id }: OpenChain, asset: string, hot: string, height: number): Promise<bigint> {
    const addresses = [...new Set([hot, ...(await readReceivers(this.#parts.db, id, asset))])];
    let sum = 0n;
    for (let at = 0; at < addresses.length; at += batch) {
      const balances = await adapter.balances(addresses.slice(at, at + batch), asset, height);
      for (const balance of balances.values()) sum += balance;
    }
    return sum;
  }
}
