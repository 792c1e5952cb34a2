import { currencyId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import {
  type BlockRef,
  type Chains,
  type CurrencyProtocol,
  type OpenChain,
  PaymentReverts,
  QuestionRefused,
  unitsFromChain,
  type Unspent,
} from '../chains/index.ts';
import { EachAlone } from '../../ground/background/index.ts';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { worthByIndex } from '../../trading/index-price/index.ts';
import {
  isChainHalted,
  type PaymentState,
  queuePayment,
  readHalt,
  readPayments,
  readSpendable,
} from '../outgoing/index.ts';
import type { Signer } from '../signer/index.ts';
import { readLimits } from './limits.ts';
import {
  moveSweep,
  openSweepStages,
  paymentOf,
  planSweep,
  readUnswept,
  referenceOfSweep,
  referenceOfTopUp,
  type Sweep,
  sweepOf,
  type Unswept,
} from './sweep.ts';
import type { With } from '../../ground/parts.ts';

/** A sweep must be worth this many times its network fees. */
const worthOfFees = 20n;
/** Coin that is kept for the fee of a sweep, in multiples of the present highest fee. */
const feeReserve = 2n;
/** The most payments of coin for the fee of one sweep. */
const maxTopUps = 10;
/** Sweeps of one network that are planned in one round. */
const perRound = 20;
/** Addresses of a network that one round examines. Some cannot pay, and many small deposits are not worth the fees. */
const lookedAt = 200;
/** An address that cannot be swept is looked at again after this time. */
const restMs = 10 * 60_000;

export interface SweeperParts extends With<'db' | 'now' | 'views'> {
  readonly chain: OpenChain;
  readonly chains: Chains;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly signer: Signer;
}

/** A move of deposits that is worth its fees. On chains with outputs it moves these only. */
interface Move {
  readonly amount: bigint;
  readonly outputs?: readonly Unspent[];
}

/** Why deposits are not moved now: the fees would be too high, or the chain lets the address pay nothing. */
type NoMove = 'not_worth' | 'impossible';

/** The balance of the hot wallet in an asset, as it was read last. */
export interface HotBalance {
  readonly asset: string;
  readonly balance: bigint;
  readonly readMs: number;
}

/**
 * Moves the deposits of a chain to its hot wallet, and what the hot wallet holds above its maximum to the cold one. A
 * token at an address without coin is moved only once coin for its fee is final there. Every payment is ordered in the
 * transaction of its step, so a crash repeats nothing.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  readonly #hot = new Map<string, HotBalance>();
  /** When addresses that could not be swept are looked at again, by network and address. */
  readonly #rests = new Map<string, number>();

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  get chain(): OpenChain {
    return this.#parts.chain;
  }

  /** The balances of the hot wallet by asset, as they were read last. */
  get hotBalances(): ReadonlyMap<string, HotBalance> {
    return this.#hot;
  }

  /** @throws ChainUnavailable, SignerUnavailable; the failures of single sweeps, after the others */
  async step(): Promise<void> {
    const { chain, db, signer } = this.#parts;
    const head = await chain.adapter.head();
    const hot = await signer.address(chain.code, { kind: 'hot' });
    await this.#readHot(hot, head);
    // A halted chain may show a branch, or have lost money, that people still have to judge.
    if ((await isChainHalted(db, chain.id)) || (await readHalt(db, chain.id)) !== null) return;
    const alone = new EachAlone();
    for (const sweep of await this.#open()) await alone.attempt(async () => this.#advance(sweep, head));
    const fee = await chain.adapter.fee();
    if (fee.maximum > chain.maxFee) return alone.end();
    for (const protocol of this.#protocols()) await this.#planSweeps(protocol, hot, head);
    await this.#planCold(hot);
    for (const sweep of await this.#open()) {
      if (sweep.stage === 'planned') await alone.attempt(async () => this.#advance(sweep, head));
    }
    alone.end();
  }

  #protocols(): readonly CurrencyProtocol[] {
    const { chain, chains } = this.#parts;
    return chains.protocols.filter((protocol) => protocol.chain === chain.id);
  }

  async #open(): Promise<readonly Sweep[]> {
    const { chain, db } = this.#parts;
    const rows = await db
      .selectFrom('sweeps')
      .selectAll()
      .where('chain_id', '=', chain.id)
      .where('stage', 'in', openSweepStages)
      .orderBy('id')
      .limit(1_000)
      .execute();
    return rows.map((row) => sweepOf(row));
  }

  async #readHot(hot: string, head: BlockRef): Promise<void> {
    const { now } = this.#parts;
    for (const asset of new Set(['', ...this.#protocols().map((protocol) => protocol.asset)])) {
      const balance = await this.#certain(hot, asset, head);
      this.#hot.set(asset, { asset, balance, readMs: now() });
    }
  }

  /** The balance that neither a replaced block nor a recent payment takes away. */
  async #certain(address: string, asset: string, { height }: BlockRef): Promise<bigint> {
    const { chain, db } = this.#parts;
    const { adapter, finalAfter } = chain;
    if (adapter.spendsOutputs) return sumOf(await readSpendable(db, { chain, wallet: 'hot', address, height }));
    const final = Math.max(0, height - finalAfter + 1);
    const before = (await adapter.balances([address], asset, final)).get(address) ?? 0n;
    const now = (await adapter.balances([address], asset, height)).get(address) ?? 0n;
    return before < now ? before : now;
  }

  async #advance(sweep: Sweep, head: BlockRef): Promise<void> {
    const { db, now } = this.#parts;
    switch (sweep.stage) {
      case 'planned':
        return this.#begin(sweep, head);
      case 'gas_sent': {
        const state = await this.#stateOf(referenceOfTopUp(sweep, sweep.topUps));
        if (state?.stage === 'paid') {
          if (await moveSweep(db, sweep, { stage: 'gas_final' }, now()))
            await this.#send({ ...sweep, stage: 'gas_final' });
        } else if (hasEnded(state)) await this.#fail(sweep, state?.reason ?? 'gas_cancelled');
        return;
      }
      case 'gas_final':
        return this.#send(sweep);
      case 'sent': {
        const state = await this.#stateOf(referenceOfSweep(sweep));
        if (state?.stage === 'paid') await moveSweep(db, sweep, { stage: 'final' }, now());
        else if (hasEnded(state)) await this.#fail(sweep, state?.reason ?? 'cancelled');
        else if (state?.reason === 'gas_short' && sweep.wallet !== 'hot') await this.#topUpAgain(sweep, head);
        return;
      }
      case 'final':
      case 'failed':
      case 'released':
    }
  }

  async #stateOf(reference: string): Promise<PaymentState | null> {
    return (await readPayments(this.#parts.db, [reference])).get(reference) ?? null;
  }

  /** Orders the payment if its wallet can pay the fee, or coin for the fee if it cannot. */
  async #begin(sweep: Sweep, head: BlockRef): Promise<void> {
    const missing = sweep.asset === '' || sweep.wallet === 'hot' ? 0n : await this.#missingCoin(sweep, head);
    if (missing === null) return this.#fail(sweep, 'reverted');
    return missing === 0n ? this.#send(sweep) : this.#topUp(sweep, missing);
  }

  /** The coin that a wallet lacks for the fee of a sweep; null if the payment would be reverted. */
  async #missingCoin(sweep: Sweep, head: BlockRef): Promise<bigint | null> {
    const fee = await this.#feeOf(sweep.address, sweep);
    if (fee === null) return null;
    const coin = await this.#certain(sweep.address, '', head);
    return coin >= fee ? 0n : fee * feeReserve - coin;
  }

  async #send(sweep: Sweep): Promise<void> {
    const { db, now } = this.#parts;
    await inTransaction(db, async (transaction) => {
      if (await moveSweep(transaction, sweep, { stage: 'sent' }, now()))
        await queuePayment(transaction, paymentOf(sweep), now());
    });
  }

  async #topUp(sweep: Sweep, amount: bigint): Promise<void> {
    const { chain, db, now } = this.#parts;
    if (sweep.topUps >= maxTopUps) return;
    const topUps = sweep.topUps + 1;
    const stage = sweep.stage === 'sent' ? 'sent' : 'gas_sent';
    await inTransaction(db, async (transaction) => {
      if (!(await moveSweep(transaction, sweep, { stage, topUps }, now()))) return;
      const order = { chain: chain.id, wallet: 'hot', purpose: 'gas', asset: '', to: sweep.address } as const;
      await queuePayment(
        transaction,
        { ...order, reference: referenceOfTopUp(sweep, topUps), memo: null, amount },
        now(),
      );
    });
  }

  /** Fees have risen since coin was sent: more is sent, once what was sent before has arrived. */
  async #topUpAgain(sweep: Sweep, head: BlockRef): Promise<void> {
    if (sweep.topUps > 0) {
      const before = await this.#stateOf(referenceOfTopUp(sweep, sweep.topUps));
      if (before?.stage !== 'paid' && !hasEnded(before)) return;
    }
    const fee = await this.#feeOf(sweep.address, sweep);
    if (fee === null) return;
    const needed = fee * feeReserve + (sweep.asset === '' ? sweep.amount : 0n);
    const coin = await this.#certain(sweep.address, '', head);
    if (coin < needed) await this.#topUp(sweep, needed - coin);
  }

  async #fail(sweep: Sweep, reason: string): Promise<void> {
    const { chain, db, log, now } = this.#parts;
    log.error({ chain: chain.code, sweep: sweep.id, reason }, 'a sweep has failed');
    await moveSweep(db, sweep, { stage: 'failed', reason }, now());
  }

  /** The highest present fee of a payment; null if it would be reverted. */
  async #feeOf(from: string, { amount, asset, to }: Pick<Sweep, 'amount' | 'asset' | 'to'>): Promise<bigint | null> {
    const { adapter } = this.#parts.chain;
    try {
      const outputs = [{ to, memo: null, asset, amount }];
      return (await adapter.plan({ from, outputs, nonce: 0, inputs: [], fee: await adapter.fee() })).maximumFee;
    } catch (error) {
      if (error instanceof PaymentReverts) return null;
      throw error;
    }
  }

  /** The outputs at an address that are worth more than they cost, and what they pay to the hot wallet. */
  async #restOf({ address, keyIndex }: Unswept, hot: string, { height }: BlockRef): Promise<Move | NoMove> {
    const { chain, db } = this.#parts;
    const { adapter } = chain;
    const spendable = await readSpendable(db, { chain, wallet: `deposit/${keyIndex}`, address, height, sweep: null });
    const output = { to: hot, memo: null, asset: '', amount: 0n };
    const plan = { from: address, outputs: [output], nonce: 0, paysRest: true, fee: await adapter.fee() };
    const outputs = adapter.chooseInputs(plan, spendable, []);
    if (outputs === null) return 'not_worth';
    const { maximumFee } = await adapter.plan({ ...plan, inputs: outputs });
    const amount = sumOf(outputs) - maximumFee;
    return amount >= maximumFee * worthOfFees ? { amount, outputs } : 'not_worth';
  }

  async #planSweeps(protocol: CurrencyProtocol, hot: string, head: BlockRef): Promise<void> {
    const { chain, db, now } = this.#parts;
    const height = head.height - chain.finalAfter + 1;
    const { spendsOutputs } = chain.adapter;
    const found = await readUnswept(db, { chain: chain.id, protocol: protocol.id, height, limit: lookedAt });
    let planned = 0;
    for (const unswept of found) {
      const { address, keyIndex } = unswept;
      const name = `${protocol.id} ${address}`;
      if ((this.#rests.get(name) ?? 0) > now()) continue;
      this.#rests.delete(name);
      const move = await this.#moveOf(unswept, protocol, hot, head);
      if (move === 'impossible') {
        this.#rests.set(name, now() + restMs);
        continue;
      }
      if (move === 'not_worth') {
        // The others hold less; but their fee may be lower too if it depends on the number of their outputs.
        if (!spendsOutputs) return;
        continue;
      }
      const { amount, outputs } = move;
      const between = { chain: chain.id, protocol: protocol.id, wallet: `deposit/${keyIndex}`, address, to: hot };
      const scope = { height, nowMs: now(), ...(outputs === undefined ? {} : { outputs }) };
      await inTransaction(db, async (transaction) =>
        planSweep(transaction, { ...between, asset: protocol.asset, amount }, scope),
      );
      planned += 1;
      if (planned >= perRound) return;
    }
  }

  /** One address about which the node refuses a question keeps no other from being swept. */
  async #moveOf(unswept: Unswept, protocol: CurrencyProtocol, hot: string, head: BlockRef): Promise<Move | NoMove> {
    const { chain, log } = this.#parts;
    try {
      return chain.adapter.spendsOutputs
        ? await this.#restOf(unswept, hot, head)
        : await this.#amountOf(unswept, protocol, hot, head);
    } catch (error) {
      if (!(error instanceof QuestionRefused)) throw error;
      log.warn({ chain: chain.code, address: unswept.address, error }, 'the node refuses to plan a sweep');
      return 'impossible';
    }
  }

  /** The amount that is moved from an address. */
  async #amountOf(
    { address, amount: recorded }: Unswept,
    protocol: CurrencyProtocol,
    hot: string,
    head: BlockRef,
  ): Promise<Move | NoMove> {
    const { chain, log } = this.#parts;
    const { asset } = protocol;
    const balance = await this.#certain(address, asset, head);
    if (balance < recorded)
      log.warn({ chain: chain.code, address, asset }, 'an address holds less than was deposited to it');
    if (balance === 0n) return 'impossible';
    if (asset === '') {
      const fee = await this.#feeOf(address, { amount: 1n, asset, to: hot });
      if (fee === null) return 'impossible';
      const amount = balance - fee * feeReserve;
      return amount >= fee * worthOfFees ? { amount } : 'not_worth';
    }
    const topUp = await this.#feeOf(hot, { amount: 1n, asset: '', to: address });
    if (topUp === null) return 'impossible';
    const fee = await this.#feeOf(address, { amount: balance, asset, to: hot });
    if (fee === null) {
      // Its issuer has frozen the address, or has paused the token for a while.
      log.warn({ chain: chain.code, address, asset }, 'a token refuses to leave an address');
      return 'impossible';
    }
    return this.#isWorth(balance, protocol, (fee + topUp) * worthOfFees) ? { amount: balance } : 'not_worth';
  }

  /** Whether an amount is worth at least as much as an amount of coin, by index. */
  #isWorth(amount: bigint, protocol: CurrencyProtocol, coin: bigint): boolean {
    const { chain, views } = this.#parts;
    const currency = views.listings.currency(currencyId(protocol.currency));
    const coinCurrency = views.listings.currencyByCode(chain.coin);
    if (coinCurrency === undefined) return false;
    const { units } = unitsFromChain(amount, protocol, currency);
    const costs = unitsFromChain(coin, { assetDecimals: chain.coinDecimals }, coinCurrency).units + 1n;
    const limit = BigInt(Number.MAX_SAFE_INTEGER);
    const worth = worthByIndex(views, currency, Number(units < limit ? units : limit));
    const needed = worthByIndex(views, coinCurrency, Number(costs < limit ? costs : limit));
    return worth !== null && needed !== null && worth >= needed;
  }

  /** Moves what the hot wallet has above its maximum to the cold one, down to the middle of its limits. */
  async #planCold(hot: string): Promise<void> {
    const { chain, db, now, signer } = this.#parts;
    const limits = await readLimits(db, chain.id);
    if (limits.length === 0) return;
    const cold = await signer.coldAddress(chain.code);
    if (cold === '') return;
    const waiting = await readWaiting(db, chain.id);
    for (const { asset, hotMax, hotMin } of limits) {
      const protocol = this.#protocols().find((known) => known.asset === asset);
      const free = (this.#hot.get(asset)?.balance ?? 0n) - (waiting.get(asset) ?? 0n);
      if (protocol === undefined || free <= hotMax) continue;
      const move = { chain: chain.id, protocol: protocol.id, wallet: 'hot', address: hot, to: cold, asset };
      await inTransaction(db, async (transaction) =>
        planSweep(transaction, { ...move, amount: free - (hotMin + hotMax) / 2n }, { height: 0, nowMs: now() }),
      );
    }
  }
}

/** Amounts that the hot wallet of a chain is about to pay, by asset. */
export async function readWaiting(db: Kysely<Schema>, chain: number): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('outgoing')
    .select(['asset', (all) => all.fn.sum<string>('amount').as('amount')])
    .where('chain_id', '=', chain)
    .where('wallet', '=', 'hot')
    .where('stage', 'in', ['queued', 'assigned', 'sent'])
    .groupBy('asset')
    .execute();
  return new Map(rows.map(({ amount, asset }) => [asset, BigInt(amount)]));
}

function sumOf(outputs: readonly Unspent[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Whether a payment is over without having paid. */
function hasEnded(state: PaymentState | null): boolean {
  return state?.stage === 'cancelled' || state?.stage === 'failed';
}
