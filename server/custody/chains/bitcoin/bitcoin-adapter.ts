import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { ChainUnavailable, QuestionRefused } from '../adapter.ts';
import type {
  AddressCheck,
  BlockRef,
  BroadcastResult,
  ChainAdapter,
  ChainBlock,
  ChainFee,
  ChainTransfer,
  TransactionPlan,
  TransactionStatus,
  UnsignedTransaction,
  Unspent,
} from '../adapter.ts';
import { chooseInputs } from './choose-inputs.ts';
import { CoreRpc, CoreRpcError, unitsOf } from './core-rpc.ts';
import type { CoreRpcOptions } from './core-rpc.ts';
import type { BitcoinNetwork } from './networks.ts';
import { answers, read } from './node-answers.ts';
import type { NodeTransaction } from './node-answers.ts';
import { makesPayments, planTransaction } from './plan-transaction.ts';

export interface BitcoinOptions extends CoreRpcOptions {
  readonly network: BitcoinNetwork;
}

/** Error codes of Bitcoin Core's `protocol.h`. */
const rpcError = { notFound: -5, outOfRange: -8, missingInputs: -25, rejected: -26, alreadyInChain: -27 } as const;

/** The target of the fee estimate, in blocks. */
const blocksToWait = 3;

/**
 * Chains of the Bitcoin family, through a node that speaks Bitcoin Core's RPC (0.21 or newer) and keeps an index of all
 * transactions (`txindex=1`), without which mined transactions cannot be found again. Receives on every kind of address
 * and pays from P2WPKH outputs. Outputs of coinbase transactions are no deposits: they cannot be spent for 100 blocks.
 */
export class BitcoinAdapter implements ChainAdapter {
  readonly kind = 'bitcoin';
  readonly spendsOutputs = true;
  readonly #rpc: CoreRpc;
  readonly #network: BitcoinNetwork;
  readonly #addresses: ReturnType<typeof Address>;

  constructor(options: BitcoinOptions) {
    this.#rpc = new CoreRpc(options);
    this.#network = options.network;
    this.#addresses = Address(options.network);
  }

  async head(): Promise<BlockRef> {
    const hash = read(answers.hash, await this.#rpc.call('getbestblockhash').catch(asUnavailable));
    const { height } = await this.#header(hash).catch(asUnavailable);
    return { height, hash };
  }

  async block(height: number): Promise<ChainBlock | null> {
    const answer = await this.#orNull('getblockhash', rpcError.outOfRange, height);
    if (answer === null) return null;
    const hash = read(answers.hash, answer);
    const block = read(answers.block, await this.#rpc.call('getblock', hash, 2));
    if (block.hash !== hash || block.height !== height || block.tx.length !== block.nTx) {
      throw new ChainUnavailable('The node answered another block than it was asked for, or a part of it.');
    }
    return {
      height,
      hash,
      // The first block has no parent.
      parent: block.previousblockhash ?? '0'.repeat(64),
      timeMs: block.time * 1000,
      transfers: block.tx.flatMap((transaction) => this.#transfers(transaction)),
    };
  }

  async transfersOf(
    tx: string,
  ): Promise<{ readonly block: BlockRef | null; readonly transfers: readonly ChainTransfer[] } | null> {
    const found = await this.#find(tx);
    return found && { block: found.block, transfers: this.#transfers(found.transaction) };
  }

  async slotOf(tx: string): Promise<string | null> {
    const [first] = (await this.inputsOf(tx)) ?? [];
    return first === undefined ? null : `${first.tx}:${first.output}`;
  }

  async isSlotUsed(slot: string): Promise<boolean> {
    const [tx = '', output = ''] = slot.split(':');
    return this.#isSpent(tx, Number(output));
  }

  async inputsOf(tx: string): Promise<readonly Pick<Unspent, 'tx' | 'output'>[] | null> {
    const found = await this.#find(tx);
    if (found === null) return null;
    return found.transaction.vin.flatMap(({ txid, vout }) =>
      txid === undefined || vout === undefined ? [] : [{ tx: txid, output: vout }],
    );
  }

  deriveAddress(xpub: string, index: number): string {
    const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(index);
    const { address } = publicKey === null ? {} : p2wpkh(publicKey, this.#network);
    if (address === undefined) throw new RangeError('The extended key has no address with this index.');
    return address;
  }

  checkAddress(text: string): AddressCheck {
    try {
      // Encoding again gives the lower-case form of Bech32.
      return { address: this.#addresses.encode(this.#addresses.decode(text.trim())) };
    } catch {
      return { problem: 'malformed' };
    }
  }

  /** The node's estimate, or the minimum of its memory pool while it has none, in units for each virtual byte. */
  async fee(): Promise<ChainFee> {
    const { feerate } = read(answers.feeEstimate, await this.#rpc.call('estimatesmartfee', blocksToWait));
    const { mempoolminfee } = read(answers.mempool, await this.#rpc.call('getmempoolinfo'));
    const [estimate, least] = [unitsOf(feerate ?? '0'), unitsOf(mempoolminfee)];
    if (estimate === null || least === null) throw new ChainUnavailable('The node answered a malformed fee.');
    // Rates are for 1,000 bytes. Rounded up, one more than the minimum, because sizes are rounded too.
    const perByte = (rate: bigint): bigint => (rate + 999n) / 1000n;
    const [wanted, minimum] = [perByte(estimate), perByte(least) + 1n];
    return { maximum: wanted > minimum ? wanted : minimum, priority: 0n };
  }

  minedNonce(): Promise<number> {
    return Promise.resolve(0);
  }

  chooseInputs(
    plan: Omit<TransactionPlan, 'inputs'>,
    fixed: readonly Unspent[],
    others: readonly Unspent[],
  ): readonly Unspent[] | null {
    return chooseInputs(plan, fixed, others, this.#network);
  }

  plan(plan: TransactionPlan): Promise<UnsignedTransaction> {
    return Promise.resolve(planTransaction(plan, this.#network));
  }

  makes(encoded: string, payments: Omit<TransactionPlan, 'fee' | 'inputs'>): boolean {
    return makesPayments(encoded, payments, this.#network);
  }

  hashOf(raw: string): string {
    return parse(raw).id;
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    try {
      await this.#rpc.call('sendrawtransaction', raw);
      return 'accepted';
    } catch (error) {
      if (!(error instanceof CoreRpcError)) throw error;
      return this.#refusedBroadcast(raw, error);
    }
  }

  async status(hashes: readonly string[]): Promise<ReadonlyMap<string, TransactionStatus>> {
    const states = new Map<string, TransactionStatus>();
    for (const hash of hashes) states.set(hash, await this.#statusOf(hash));
    return states;
  }

  /** @throws ChainUnavailable if the height is not that of the head: earlier balances cannot be read */
  async balances(addresses: readonly string[], asset: string, height: number): Promise<ReadonlyMap<string, bigint>> {
    const scripts = new Map<string, string>();
    for (const address of addresses) scripts.set(this.#scriptOf(address), address);
    const balances = new Map<string, bigint>(addresses.map((address) => [address, 0n]));
    if (asset !== '' || addresses.length === 0) return balances;
    const descriptors = [...scripts.keys()].map((script) => `raw(${script})`);
    const answer = read(
      answers.unspent,
      await this.#rpc.call('scantxoutset', 'start', descriptors).catch(asUnavailable),
    );
    if (answer.height !== height) throw new ChainUnavailable('The head of the chain has moved.');
    for (const { scriptPubKey, amount } of answer.unspents) {
      const address = scripts.get(scriptPubKey);
      const units = unitsOf(amount);
      if (address === undefined || units === null) throw new ChainUnavailable('The node answered another address.');
      balances.set(address, (balances.get(address) ?? 0n) + units);
    }
    return balances;
  }

  /** There are no tokens. */
  tokenDecimals(): Promise<null> {
    return Promise.resolve(null);
  }

  async #header(hash: string): Promise<{ readonly height: number; readonly confirmations: number }> {
    return read(answers.header, await this.#rpc.call('getblockheader', hash));
  }

  /** The answer, or null if the node answers the given error. */
  async #orNull(method: string, code: number, ...params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#rpc.call(method, ...params);
    } catch (error) {
      if (error instanceof CoreRpcError && error.code === code) return null;
      throw error instanceof CoreRpcError ? new ChainUnavailable(error.message, { cause: error }) : error;
    }
  }

  /** A transaction of the current branch or the memory pool. */
  async #find(tx: string): Promise<{ readonly transaction: NodeTransaction; readonly block: BlockRef | null } | null> {
    if (!/^[0-9a-f]{64}$/.test(tx)) return null;
    const answer = await this.#orNull('getrawtransaction', rpcError.notFound, tx, true);
    if (answer === null) return null;
    const transaction = read(answers.transaction, answer);
    const { blockhash, txid } = transaction;
    if (txid !== tx) throw new ChainUnavailable('The node answered another transaction than it was asked for.');
    if (blockhash === undefined) return { transaction, block: null };
    const { height, confirmations } = await this.#header(blockhash);
    // The index still knows transactions of abandoned blocks, which are pending or gone.
    if (confirmations > 0) return { transaction, block: { height, hash: blockhash } };
    const isPending = (await this.#orNull('getmempoolentry', rpcError.notFound, tx)) !== null;
    return isPending ? { transaction, block: null } : null;
  }

  async #statusOf(hash: string): Promise<TransactionStatus> {
    const found = await this.#find(hash);
    if (found === null) return { state: 'absent' };
    const { block, transaction } = found;
    if (block === null) return { state: 'pending' };
    return { state: 'mined', block, fee: await this.#feeOf(transaction) };
  }

  async #feeOf({ vin, vout }: NodeTransaction): Promise<bigint> {
    let fee = 0n;
    for (const { txid, vout: output } of vin) {
      if (txid === undefined || output === undefined) return 0n;
      const spent = await this.#rpc.call('getrawtransaction', txid, true).catch(asUnavailable);
      fee += valueOf(read(answers.transaction, spent).vout.find(({ n }) => n === output)?.value);
    }
    return vout.reduce((rest, { value }) => rest - valueOf(value), fee);
  }

  #transfers({ txid, vin, vout }: NodeTransaction): ChainTransfer[] {
    if (vin.some(({ coinbase }) => coinbase !== undefined)) return [];
    return vout.flatMap(({ n, value, scriptPubKey }) => {
      const to = this.#addressOf(scriptPubKey.hex);
      if (to === null) return [];
      return [{ tx: txid, ordinal: n, from: null, to, memo: null, asset: '', amount: valueOf(value) }];
    });
  }

  /** Null for scripts without an address, such as `OP_RETURN`. */
  #addressOf(script: string): string | null {
    try {
      return this.#addresses.encode(OutScript.decode(Buffer.from(script, 'hex')));
    } catch {
      return null;
    }
  }

  #scriptOf(address: string): string {
    return Buffer.from(OutScript.encode(this.#addresses.decode(address))).toString('hex');
  }

  /** The sentences are those of Bitcoin Core's `validation.cpp`. */
  async #refusedBroadcast(raw: string, { code, message }: CoreRpcError): Promise<BroadcastResult> {
    if (code === rpcError.alreadyInChain || message.includes('txn-already')) return 'known';
    if (/insufficient fee|min relay fee|mempool min fee|mempool-conflict|too many potential/.test(message)) {
      return 'underpriced';
    }
    if (code === rpcError.missingInputs || message.includes('missingorspent')) {
      return (await this.#isSlotUsed(raw)) ? 'slot_used' : 'invalid';
    }
    if (code === rpcError.rejected || code === -22) return 'invalid';
    throw new QuestionRefused(`The node refused a transaction: ${message}`);
  }

  /** Whether the first input exists in the current branch and is spent there. */
  async #isSlotUsed(raw: string): Promise<boolean> {
    const { txid, index } = parse(raw).getInput(0);
    return txid !== undefined && index !== undefined && this.#isSpent(Buffer.from(txid).toString('hex'), index);
  }

  async #isSpent(tx: string, output: number): Promise<boolean> {
    const parent = await this.#find(tx);
    if (parent === null || parent.block === null) return false;
    return (await this.#rpc.call('gettxout', tx, output, false).catch(asUnavailable)) === null;
  }
}

function parse(raw: string): Transaction {
  return Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true, allowUnknownInputs: true });
}

function valueOf(coins: string | undefined): bigint {
  const units = unitsOf(coins ?? '');
  if (units === null) throw new ChainUnavailable('The node answered a malformed amount.');
  return units;
}

function asUnavailable(error: unknown): never {
  throw error instanceof CoreRpcError ? new ChainUnavailable(error.message, { cause: error }) : error;
}
