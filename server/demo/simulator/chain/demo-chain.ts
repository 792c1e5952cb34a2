import { keccak256, stringToHex } from 'viem';
import { ChainFile, type ChainLine } from './chain-file.ts';
import { Turns } from '../../../ground/gateway/index.ts';
import { TransactionPool } from './pool.ts';
import { RpcError } from './rpc-error.ts';
import { balanceName, type Changes, ChainState, nonceName } from './state.ts';
import { intrinsicGas, readTransaction, type SignedTransaction, storedTransaction } from './transaction.ts';

export const demoChainId = 7357;

/** Blocks that are kept at least; older ones are forgotten, their state is not. */
const defaultKeptBlocks = 20_000;
const blockGas = 30_000_000n;
/** Gas of a token's transfer beyond the intrinsic gas. */
const tokenGas = 40_000n;
const initialBaseFee = 1_000_000_000n;
export const suggestedPriorityFee = 100_000_000n;

/** An executed transaction. */
export interface MinedTransaction {
  readonly transaction: SignedTransaction;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly gasPrice: bigint;
  /** The token payment that succeeded; null for payments of the coin. */
  readonly token: { readonly contract: string; readonly to: string; readonly amount: bigint } | null;
}

export interface DemoBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly seconds: number;
  readonly baseFee: bigint;
  readonly transactions: readonly MinedTransaction[];
}

interface KeptBlock extends DemoBlock {
  readonly changes: Changes;
}

export interface DemoChainOptions {
  readonly folder: string;
  /** The contracts of the tokens. */
  readonly tokens: readonly string[];
  /** The initial owner of everything, on a new chain. */
  readonly owner: string;
  readonly now?: () => number;
  /** Blocks are mined at this interval; 0 mines only on request. */
  readonly blockMs?: number;
  /** The file is rewritten without older blocks when it has twice as many. */
  readonly keptBlocks?: number;
  /**
   * Receives the first error of the file system in a row, and null when the file is written again. Blocks that cannot
   * be stored are tried again at the next interval.
   */
  readonly onFault?: (error: unknown) => void;
}

/** The file of the chain cannot be written, for example on a full disk. The chain is as before, and continues later. */
export class ChainNotStored extends Error {
  override readonly name = 'ChainNotStored';
}

/** More than the world would need: 10^36 of the smallest units. */
const supply = 10n ** 36n;

/**
 * A chain of one node inside this process, for demos and tests: EIP-1559 transactions with real signatures and nonces,
 * a coin, and tokens that know `transfer` and nothing else. It is kept in a file and continues after a restart.
 */
export class DemoChain {
  /** The payments of a wallet are signed one after another: each needs the nonce behind the last. */
  readonly senders = new Turns<string>();
  readonly #file: ChainFile;
  readonly #tokens: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #pool = new TransactionPool();
  readonly #blocks: KeptBlock[] = [];
  readonly #places = new Map<string, { readonly height: number; readonly place: number }>();
  readonly #keptBlocks: number;
  readonly #onFault: (error: unknown) => void;
  #blockTimer: NodeJS.Timeout | null = null;
  /** The operations that fail at present. */
  readonly #faults = new Set<'blocks' | 'rewriting'>();
  #compactAt: number;
  #state = new ChainState();
  #base = { height: -1, hash: `0x${'0'.repeat(64)}`, seconds: 0 };
  #isStalled = false;
  #branches = 0;
  #baseFee = initialBaseFee;

  private constructor(
    file: ChainFile,
    { keptBlocks = defaultKeptBlocks, now = Date.now, onFault, tokens }: DemoChainOptions,
  ) {
    this.#file = file;
    this.#onFault = onFault ?? (() => undefined);
    this.#tokens = new Set(tokens.map((token) => token.toLowerCase()));
    this.#now = now;
    this.#keptBlocks = keptBlocks;
    this.#compactAt = keptBlocks * 2;
  }

  /** Opens the chain of a folder, or begins one. @throws ChainNotStored if a new one cannot be stored */
  static open(options: DemoChainOptions): DemoChain {
    const { file, lines } = ChainFile.open(options.folder);
    const chain = new DemoChain(file, options);
    try {
      if (lines.length === 0) chain.#begin(options);
      else chain.#replay(lines);
      // The first block is missing if a full disk or a crash interrupted the beginning.
      if (chain.#blocks.length === 0) chain.mine();
    } catch (error) {
      file.close();
      throw error;
    }
    const { blockMs = 0 } = options;
    if (blockMs > 0) chain.#blockTimer = setInterval(() => chain.#mineInTime(), blockMs).unref();
    return chain;
  }

  close(): void {
    if (this.#blockTimer !== null) clearInterval(this.#blockTimer);
    this.#file.close();
  }

  get head(): DemoBlock {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('The chain has no block.');
    return head;
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  get baseFee(): bigint {
    return this.#baseFee;
  }

  get pending(): readonly SignedTransaction[] {
    return this.#pool.all();
  }

  /** The base fee of the next blocks. */
  setBaseFee(fee: bigint): void {
    this.#baseFee = fee;
  }

  /** While it is stalled no blocks are mined by time. */
  stall(isStalled: boolean): void {
    this.#isStalled = isStalled;
  }

  block(height: number): DemoBlock | null {
    return this.#blocks[height - this.#base.height - 1] ?? null;
  }

  blockByHash(hash: string): DemoBlock | null {
    return this.#blocks.findLast((block) => block.hash === hash) ?? null;
  }

  /** A mined transaction with its block, or one that waits; null if it is unknown. */
  find(hash: string): {
    readonly transaction: SignedTransaction;
    readonly mined: MinedTransaction | null;
    readonly block: DemoBlock | null;
  } | null {
    const place = this.#places.get(hash);
    const block = place === undefined ? null : this.block(place.height);
    const mined = place === undefined ? undefined : block?.transactions[place.place];
    if (mined !== undefined) return { transaction: mined.transaction, mined, block };
    const waiting = this.#pool.find(hash);
    return waiting === undefined ? null : { transaction: waiting, mined: null, block: null };
  }

  isToken(address: string): boolean {
    return this.#tokens.has(address.toLowerCase());
  }

  /** A balance at a height of the kept blocks, by default at the head. */
  balance(asset: string, address: string, height = this.head.height): bigint {
    if (height > this.head.height || height < this.#base.height) throw new RpcError(-32_000, 'header not found');
    const undone = this.#blocks.slice(height - this.#base.height).map(({ changes }) => changes);
    return this.#state.readBefore(balanceName(asset, address), undone.toReversed());
  }

  /** The balance of an account without the payments that wait for a block. */
  spendable(asset: string, address: string): bigint {
    const from = address.toLowerCase();
    let left = this.balance(asset, address);
    for (const waiting of this.#pool.all()) {
      if (waiting.from !== from) continue;
      if (asset === '') left -= waiting.value + waiting.gas * waiting.maxFee;
      else if (waiting.to === asset.toLowerCase()) left -= tokenCall(waiting.data)?.amount ?? 0n;
    }
    return left > 0n ? left : 0n;
  }

  minedNonce(address: string): number {
    return Number(this.#state.read(nonceName(address)));
  }

  pendingNonce(address: string): number {
    return this.#pool.nextNonce(address.toLowerCase(), this.minedNonce(address));
  }

  /** Gas of a call. @throws RpcError if it would fail */
  estimate({ data, from, to, value }: Pick<SignedTransaction, 'data' | 'from' | 'to' | 'value'>): bigint {
    if (this.balance('', from) < value) throw new RpcError(-32_000, 'insufficient funds for transfer');
    if (!this.isToken(to)) return intrinsicGas(data);
    if (this.#tokenPayment({ data, from, to, value }) === null) throw new RpcError(3, 'execution reverted');
    return intrinsicGas(data) + tokenGas;
  }

  /** Takes a signed transaction. @throws RpcError with the sentences of go-ethereum */
  async send(raw: string): Promise<string> {
    const transaction = await readTransaction(raw, demoChainId);
    const { from, gas, maxFee, nonce, value } = transaction;
    if (this.#places.has(transaction.hash)) throw new RpcError(-32_000, 'nonce too low');
    const cost = value + gas * maxFee + this.#pool.reserved(from, nonce);
    if (nonce >= this.minedNonce(from) && this.balance('', from) < cost)
      throw new RpcError(-32_000, 'insufficient funds for gas * price + value');
    this.#pool.add(transaction, this.minedNonce(from));
    return transaction.hash;
  }

  #mineInTime(): void {
    if (this.#isStalled) return;
    try {
      this.mine();
    } catch (error) {
      if (!(error instanceof ChainNotStored)) this.#fails('blocks', error);
    }
  }

  /** Mines a block with the transactions that wait. @throws ChainNotStored; they then wait as before */
  mine({ empty = false }: { readonly empty?: boolean } = {}): DemoBlock {
    const waiting = this.#pool.all();
    const block = this.#add({ empty });
    try {
      this.#store([lineOf(block)]);
    } catch (error) {
      this.#takeBack(1);
      this.#pool.restore(waiting);
      throw error;
    }
    this.#compactIfLong();
    return block;
  }

  /**
   * Replaces the last blocks by others. Their transactions wait again, or are gone with `drop`.
   *
   * @returns the number of blocks that were replaced
   * @throws ChainNotStored; nothing is then replaced
   */
  reorg(
    blocks: number,
    { drop = false, added = blocks }: { readonly drop?: boolean; readonly added?: number } = {},
  ): number {
    const depth = Math.min(blocks, this.#blocks.length - 1);
    const waiting = this.#pool.all();
    const undone = this.#takeBack(depth);
    this.#branches += 1;
    if (!drop) {
      for (const { transaction } of undone.flatMap(({ block: { transactions } }) => transactions))
        this.#wait(transaction);
    }
    const lines: ChainLine[] = [{ kind: 'reorg', blocks: depth }];
    for (let at = 0; at < added - blocks + depth; at += 1)
      lines.push(lineOf(this.#add({ empty: at < depth - 1 || drop })));
    try {
      this.#store(lines);
    } catch (error) {
      this.#takeBack(lines.length - 1);
      this.#branches -= 1;
      for (const { block, again } of undone) {
        this.#state.undo(again);
        this.#keep(block);
      }
      this.#pool.restore(waiting);
      throw error;
    }
    this.#compactIfLong();
    return depth;
  }

  /** Adds a block with the transactions that wait, which is not stored yet. */
  #add({ empty }: { readonly empty: boolean }): KeptBlock {
    const parent = this.#blocks.at(-1) ?? this.#base;
    const seconds = Math.max(parent.seconds + 1, Math.floor(this.#now() / 1_000));
    const height = parent.height + 1;
    const mined: MinedTransaction[] = [];
    let gas = 0n;
    if (!empty) {
      for (const transaction of this.#pool.next((sender) => this.minedNonce(sender), this.#baseFee)) {
        if (gas + transaction.gas > blockGas) break;
        const done = this.#execute(transaction, this.#baseFee);
        if (done === null) {
          this.#pool.remove(transaction);
          continue;
        }
        gas += done.gasUsed;
        mined.push(done);
      }
    }
    const hashes = mined.map(({ transaction }) => transaction.hash).join(' ');
    const hash = keccak256(stringToHex(`${parent.hash} ${height} ${seconds} ${this.#branches} ${hashes}`));
    const block = {
      height,
      hash,
      parent: parent.hash,
      seconds,
      baseFee: this.#baseFee,
      transactions: mined,
      changes: this.#state.seal(),
    };
    this.#keep(block);
    return block;
  }

  /** @throws ChainNotStored */
  #store(lines: readonly ChainLine[]): void {
    try {
      this.#file.append(lines);
    } catch (error) {
      this.#fails('blocks', error);
      throw new ChainNotStored('The demo chain cannot store a block.', { cause: error });
    }
    this.#works('blocks');
  }

  #fails(what: 'blocks' | 'rewriting', error: unknown): void {
    if (this.#faults.size === 0) this.#onFault(error);
    this.#faults.add(what);
  }

  #works(what: 'blocks' | 'rewriting'): void {
    if (this.#faults.delete(what) && this.#faults.size === 0) this.#onFault(null);
  }

  #wait(transaction: SignedTransaction): void {
    try {
      this.#pool.add(transaction, this.minedNonce(transaction.from));
    } catch (error) {
      // Another transaction with its nonce waits already.
      if (!(error instanceof RpcError)) throw error;
    }
  }

  /** Takes the last blocks back; they are returned with the changes that add them again, oldest first. */
  #takeBack(depth: number): { readonly block: KeptBlock; readonly again: Changes }[] {
    const undone = this.#blocks.splice(this.#blocks.length - depth, depth).toReversed();
    return undone
      .map((block) => {
        for (const { transaction } of block.transactions) this.#places.delete(transaction.hash);
        return { block, again: this.#state.undo(block.changes) };
      })
      .toReversed();
  }

  /** Executes a transaction; null if its sender cannot pay for it. */
  #execute(transaction: SignedTransaction, baseFee: bigint): MinedTransaction | null {
    const { data, from, gas, maxFee, nonce, priorityFee, to, value } = transaction;
    const gasPrice = baseFee + priorityFee < maxFee ? baseFee + priorityFee : maxFee;
    const funds = this.#state.read(balanceName('', from));
    if (funds < value + gas * gasPrice) return null;
    const needed = intrinsicGas(data) + (this.isToken(to) ? tokenGas : 0n);
    const token = needed <= gas ? this.#tokenPayment({ data, from, to, value }) : null;
    const succeeded = needed <= gas && (!this.isToken(to) || token !== null);
    const gasUsed = needed < gas ? needed : gas;
    this.#state.write(nonceName(from), BigInt(nonce + 1));
    this.#state.write(balanceName('', from), funds - gasUsed * gasPrice);
    if (succeeded && token !== null) this.#move(token.contract, from, token.to, token.amount);
    else if (succeeded) this.#move('', from, to, value);
    return { transaction, succeeded, gasUsed, gasPrice, token: succeeded ? token : null };
  }

  #move(asset: string, from: string, to: string, amount: bigint): void {
    const [source, target] = [balanceName(asset, from), balanceName(asset, to)];
    this.#state.write(source, this.#state.read(source) - amount);
    this.#state.write(target, this.#state.read(target) + amount);
  }

  /** The payment of `transfer(address,uint256)`; null if the data is another call or it would fail. */
  #tokenPayment({
    data,
    from,
    to,
    value,
  }: Pick<SignedTransaction, 'data' | 'from' | 'to' | 'value'>): MinedTransaction['token'] {
    const call = this.isToken(to) && value === 0n ? tokenCall(data) : null;
    if (call === null || this.#state.read(balanceName(to, from)) < call.amount) return null;
    return { contract: to, ...call };
  }

  #keep(block: KeptBlock): void {
    this.#blocks.push(block);
    for (const [place, { transaction }] of block.transactions.entries())
      this.#places.set(transaction.hash, { height: block.height, place });
  }

  /** A file that cannot be rewritten just stays longer; the attempt is repeated some blocks later. */
  #compactIfLong(): void {
    if (this.#blocks.length < this.#compactAt) return;
    try {
      this.#compact();
      this.#compactAt = this.#keptBlocks * 2;
      this.#works('rewriting');
    } catch (error) {
      this.#compactAt = this.#blocks.length + Math.ceil(this.#keptBlocks / 100);
      this.#fails('rewriting', error);
    }
  }

  /** Forgets all but the newest blocks. */
  #compact(): void {
    const kept = this.#blocks.slice(-this.#keptBlocks);
    const gone = this.#blocks.slice(0, -this.#keptBlocks);
    const last = gone.at(-1);
    if (last === undefined) return;
    const { hash, height, seconds } = last;
    const before = kept.map(({ changes }) => changes).toReversed();
    const names = new Set([...this.#state.entries()].map(([name]) => name));
    for (const changes of before) for (const name of changes.keys()) names.add(name);
    const values = [...names].map((name) => [name, String(this.#state.readBefore(name, before))] as const);
    this.#file.rewrite([{ kind: 'state', height, hash, seconds, values }, ...kept.map((block) => lineOf(block))]);
    this.#base = { height, hash, seconds };
    this.#blocks.splice(0, gone.length);
    for (const { transactions } of gone)
      for (const { transaction } of transactions) this.#places.delete(transaction.hash);
  }

  #begin({ owner, tokens }: DemoChainOptions): void {
    const values = ['', ...tokens].map((asset) => [balanceName(asset, owner), supply] as const);
    this.#state = new ChainState(values);
    const stored = values.map(([name, value]) => [name, String(value)] as const);
    this.#store([{ kind: 'state', ...this.#base, values: stored }]);
  }

  #replay(lines: readonly ChainLine[]): void {
    for (const line of lines) {
      if (line.kind === 'state') {
        this.#base = { height: line.height, hash: line.hash, seconds: line.seconds };
        this.#state = new ChainState(line.values.map(([name, value]) => [name, BigInt(value)]));
      } else if (line.kind === 'reorg') {
        this.#takeBack(line.blocks);
        this.#branches += 1;
      } else {
        const mined = line.transactions.map(({ from, raw }) => {
          const done = this.#execute(storedTransaction(raw, from), BigInt(line.baseFee));
          if (done === null) throw new Error('The file of the demo chain is damaged.');
          return done;
        });
        const { baseFee, hash, height, parent, seconds } = line;
        const block = { height, hash, parent, seconds, baseFee: BigInt(baseFee), transactions: mined };
        this.#keep({ ...block, changes: this.#state.seal() });
      }
    }
    this.#compactIfLong();
  }
}

/** Receiver and amount of `transfer(address,uint256)`; null for other calls. A memo may follow. */
function tokenCall(data: string): { readonly to: string; readonly amount: bigint } | null {
  if (!data.startsWith('0xa9059cbb') || data.length < 138 || !/^0{24}$/.test(data.slice(10, 34))) return null;
  return { to: `0x${data.slice(34, 74)}`, amount: BigInt(`0x${data.slice(74, 138)}`) };
}

function lineOf({ baseFee, hash, height, parent, seconds, transactions }: DemoBlock): ChainLine {
  return {
    kind: 'block',
    height,
    hash,
    parent,
    seconds,
    baseFee: String(baseFee),
    transactions: transactions.map(({ transaction: { from, raw } }) => ({ raw, from })),
  };
}
