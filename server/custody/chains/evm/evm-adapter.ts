import { ECDH } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import {
  getAddress,
  type Hex,
  isAddress,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { ChainUnavailable, OtherNetwork, PaymentReverts, QuestionRefused } from '../adapter.ts';
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
import { type EvmNode, NodeRefusal } from './evm-node.ts';
import { answers, type NodeReceipt, read } from './node-answers.ts';
import { expectedTransfers, maxMemoBytes, memoBytes, readTransfers } from './read-transfers.ts';
import { isKeyless } from './keyless.ts';

export interface EvmOptions {
  readonly node: EvmNode;
  /** EIP-155, so that no transaction is valid on another chain. */
  readonly chainId: number;
  /** Whether a contract, in lower case, is a token whose transfers are read. */
  readonly isListed: (contract: string) => boolean;
}

/** Gas beyond the node's estimate, in per cent: the state may have changed when the transaction is mined. */
const gasMargin = 20n;

/**
 * The sentences of nodes for a transaction that cannot be executed: it reverts, runs into an invalid instruction, or
 * uses more gas than a block has.
 */
const failedExecution =
  /\brevert|invalid (opcode|jump)|bad jump|out ?of ?gas|gas required exceeds|exceeds (block )?gas|stack (over|under)flow|stack limit/i;

/** Questions that are asked of the node at the same time. */
const parallel = 8;

/**
 * Chains that speak the Ethereum JSON-RPC: the coin of the chain and ERC-20 tokens. Each block is read by its hash with
 * a receipt for each of its transactions; nodes that answer with fewer, as they do near their head, are asked again.
 */
export class EvmAdapter implements ChainAdapter {
  readonly kind = 'evm';
  readonly spendsOutputs = false;
  readonly #node: EvmNode;
  readonly #chainId: number;
  readonly #isListed: (contract: string) => boolean;
  #isRightChain = false;

  constructor({ node, chainId, isListed }: EvmOptions) {
    this.#node = node;
    this.#chainId = chainId;
    this.#isListed = isListed;
  }

  async head(): Promise<BlockRef> {
    await this.#checkChain();
    const { number, hash } = await this.#latest();
    return { height: heightOf(number), hash };
  }

  async block(height: number): Promise<ChainBlock | null> {
    await this.#checkChain();
    const block = read(answers.block, await this.#ask('eth_getBlockByNumber', [quantityOf(height), true]));
    if (block === null) return null;
    const { hash, parentHash, timestamp, transactions } = block;
    if (heightOf(block.number) !== height) throw new ChainUnavailable('The node answered a block of another height.');
    const receipts = read(answers.receipts, await this.#ask('eth_getBlockReceipts', [hash]));
    if (receipts === null || receipts.length !== transactions.length) {
      throw new ChainUnavailable('The node does not have every receipt of a block yet.');
    }
    const transfers = transactions.flatMap((transaction, place) => {
      const receipt = receipts[place];
      if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== hash) {
        throw new ChainUnavailable('The node answered receipts of another block.');
      }
      return readTransfers(transaction, receipt, this.#isListed);
    });
    return { height, hash, parent: parentHash, timeMs: heightOf(timestamp) * 1000, transfers };
  }

  async transfersOf(
    tx: string,
  ): Promise<{ readonly block: BlockRef | null; readonly transfers: readonly ChainTransfer[] } | null> {
    await this.#checkChain();
    if (!/^0x[0-9a-f]{64}$/.test(tx)) return null;
    const transaction = read(answers.transaction, await this.#ask('eth_getTransactionByHash', [tx]));
    if (transaction === null) return null;
    if (transaction.hash !== tx) throw new ChainUnavailable('The node answered another transaction.');
    const mined = await this.#minedReceipt(tx);
    if (mined === null) return { block: null, transfers: expectedTransfers(transaction, this.#isListed) };
    return { block: mined.block, transfers: readTransfers(transaction, mined.receipt, this.#isListed) };
  }

  async slotOf(tx: string): Promise<string | null> {
    await this.#checkChain();
    const transaction = read(answers.transaction, await this.#ask('eth_getTransactionByHash', [tx]));
    if (transaction === null) return null;
    if (transaction.hash !== tx) throw new ChainUnavailable('The node answered another transaction.');
    if (transaction.nonce === undefined) throw new ChainUnavailable('The node answered no nonce.');
    return `${getAddress(transaction.from)}/${heightOf(transaction.nonce)}`;
  }

  deriveAddress(xpub: string, index: number): string {
    const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(index);
    if (publicKey === null) throw new RangeError('The extended key has no address with this index.');
    const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed');
    return publicKeyToAddress(`0x${String(point)}`);
  }

  /** An address in mixed case must have a right check sum (EIP-55). */
  checkAddress(text: string): AddressCheck {
    const given = text.trim();
    if (!isAddress(given)) return { problem: 'malformed' };
    const address = getAddress(given);
    return isKeyless(address) || this.#isListed(given.toLowerCase()) ? { problem: 'keyless' } : { address };
  }

  /** Twice the current base fee and the node's priority fee: enough for six full blocks in a row (EIP-1559). */
  async fee(): Promise<ChainFee> {
    await this.#checkChain();
    const { baseFeePerGas } = await this.#latest();
    const priority = read(answers.quantity, await this.#ask('eth_maxPriorityFeePerGas', []));
    return { maximum: BigInt(baseFeePerGas ?? '0x0') * 2n + BigInt(priority), priority: BigInt(priority) };
  }

  async minedNonce(address: string): Promise<number> {
    await this.#checkChain();
    return heightOf(read(answers.quantity, await this.#ask('eth_getTransactionCount', [address, 'latest'])));
  }

  /** Without outputs the transaction is a payment of nothing to itself: the cancellation of another with its nonce. */
  async isSlotUsed(slot: string): Promise<boolean> {
    const [address = '', nonce = ''] = slot.split('/');
    return (await this.minedNonce(address)) > Number(nonce);
  }

  /** There are no outputs. */
  inputsOf(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  /** There are no outputs. */
  chooseInputs(): readonly Unspent[] {
    return [];
  }

  async plan({ from, outputs, nonce, fee }: TransactionPlan): Promise<UnsignedTransaction> {
    await this.#checkChain();
    const { to, value, data } = callOf(from, outputs);
    const call = { from, to, value: quantityOf(value), data };
    const gas = read(answers.quantity, await this.#estimate(call));
    const limit = (BigInt(gas) * (100n + gasMargin)) / 100n;
    const encoded = serializeTransaction({
      type: 'eip1559',
      chainId: this.#chainId,
      nonce,
      to,
      value,
      data,
      gas: limit,
      maxFeePerGas: fee.maximum,
      maxPriorityFeePerGas: fee.priority < fee.maximum ? fee.priority : fee.maximum,
    });
    return { encoded, slot: `${getAddress(from)}/${nonce}`, maximumFee: limit * fee.maximum, gas: BigInt(gas) };
  }

  makes(encoded: string, { from, nonce, outputs }: Omit<TransactionPlan, 'fee' | 'inputs'>): boolean {
    const found = unsignedOf(encoded);
    const { data, to, value } = callOf(from, outputs);
    if (found?.chainId !== this.#chainId || (found.nonce ?? 0) !== nonce || !found.to) return false;
    return getAddress(found.to) === to && (found.value ?? 0n) === value && (found.data ?? '0x') === data;
  }

  hashOf(raw: string): string {
    return keccak256(hexOf(raw));
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    await this.#checkChain();
    try {
      await this.#request('eth_sendRawTransaction', [raw]);
      return 'accepted';
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      return this.#refusedBroadcast(raw, error.message.toLowerCase());
    }
  }

  async status(hashes: readonly string[]): Promise<ReadonlyMap<string, TransactionStatus>> {
    await this.#checkChain();
    const states = await inParallel(hashes, async (hash) => this.#statusOf(hash));
    return new Map(states);
  }

  async balances(addresses: readonly string[], asset: string, height: number): Promise<ReadonlyMap<string, bigint>> {
    await this.#checkChain();
    const at = quantityOf(height);
    const balances = await inParallel(addresses, async (address) => {
      if (asset === '') return BigInt(read(answers.quantity, await this.#ask('eth_getBalance', [address, at])));
      // balanceOf(address)
      const data = `0x70a08231${wordOf(address.slice(2))}`;
      const word = read(answers.data, await this.#ask('eth_call', [{ to: asset, data }, at]));
      if (word.length !== 66) throw new ChainUnavailable('The token did not answer a balance.');
      return BigInt(word);
    });
    return new Map(balances);
  }

  /** A contract whose `decimals()` answers no small number is no token. */
  async tokenDecimals(contract: string): Promise<number | null> {
    await this.#checkChain();
    try {
      const word = await this.#request('eth_call', [{ to: contract, data: '0x313ce567' }, 'latest']);
      const decimals = /^0x[0-9a-f]{64}$/.test(String(word)) ? BigInt(String(word)) : 256n;
      return decimals <= 255n ? Number(decimals) : null;
    } catch (error) {
      // A call that reverts is answered with an error.
      if (error instanceof NodeRefusal && /revert|invalid opcode|execution/i.test(error.message)) return null;
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable('The node refused eth_call.', { cause: error });
    }
  }

  async #latest() {
    const header = read(answers.header, await this.#ask('eth_getBlockByNumber', ['latest', false]));
    if (header === null) throw new ChainUnavailable('The node has no blocks.');
    return header;
  }

  /** Makes sure that the node follows the right chain: once, and again after each time that it did not answer. */
  async #checkChain(): Promise<void> {
    if (this.#isRightChain) return;
    const id = read(answers.quantity, await this.#ask('eth_chainId', []));
    if (BigInt(id) !== BigInt(this.#chainId)) throw new OtherNetwork('The node follows another chain.');
    this.#isRightChain = true;
  }

  async #estimate(call: object): Promise<unknown> {
    try {
      return await this.#ask('eth_estimateGas', [call]);
    } catch (error) {
      const { cause } = error instanceof ChainUnavailable ? error : {};
      const isReverted = cause instanceof NodeRefusal && failedExecution.test(cause.message);
      throw isReverted ? new PaymentReverts(cause.message) : error;
    }
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#request(method, params);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      throw new QuestionRefused(`The node refused ${method}.`, { cause: error });
    }
  }

  async #request(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#node.request(method, params);
    } catch (error) {
      if (error instanceof ChainUnavailable) this.#isRightChain = false;
      throw error;
    }
  }

  /** The receipt of a transaction in the current branch; null if it is in none of its blocks. */
  async #minedReceipt(hash: string): Promise<{ readonly block: BlockRef; readonly receipt: NodeReceipt } | null> {
    const receipt = read(answers.receipt, await this.#ask('eth_getTransactionReceipt', [hash]));
    if (receipt === null) return null;
    if (receipt.transactionHash !== hash) throw new ChainUnavailable('The node answered another receipt.');
    const header = read(answers.header, await this.#ask('eth_getBlockByNumber', [receipt.blockNumber, false]));
    if (header?.hash !== receipt.blockHash) return null;
    return { block: { height: heightOf(header.number), hash: header.hash }, receipt };
  }

  async #statusOf(hash: string): Promise<TransactionStatus> {
    const mined = await this.#minedReceipt(hash);
    if (mined !== null) {
      const { block, receipt } = mined;
      const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
      return { state: receipt.status === '0x1' ? 'mined' : 'reverted', block, fee };
    }
    const known = read(answers.transaction, await this.#ask('eth_getTransactionByHash', [hash]));
    return { state: known === null ? 'absent' : 'pending' };
  }

  /** The sentences are those of go-ethereum, Erigon, Nethermind, Besu, Reth and Anvil, in lower case. */
  async #refusedBroadcast(raw: string, message: string): Promise<BroadcastResult> {
    if (/already known|already imported|alreadyknown|known transaction/.test(message)) return 'known';
    if (/nonce too low|nonce is too low|oldnonce/.test(message)) {
      const { state } = await this.#statusOf(this.hashOf(raw));
      return state === 'absent' ? 'slot_used' : 'known';
    }
    if (/underpriced|less than block base fee|fee too low|feetoolow|gas price below/.test(message))
      return 'underpriced';
    if (/insufficient funds|insufficient balance|upfront cost/.test(message)) return 'unfunded';
    if (/invalid sender|invalid signature|invalid chain|intrinsic gas|exceeds block gas|rlp|decode/.test(message)) {
      return 'invalid';
    }
    throw new QuestionRefused(`The node refused a transaction: ${message}`);
  }
}

/** The call that makes a payment; a payment of nothing to itself without one. */
function callOf(
  from: string,
  outputs: TransactionPlan['outputs'],
): { readonly to: Hex; readonly value: bigint; readonly data: Hex } {
  const [output, another] = outputs;
  if (output === undefined) return { to: getAddress(from), value: 0n, data: '0x' };
  if (another !== undefined) throw new RangeError('A transaction of this chain has one output.');
  const { amount, asset, memo, to } = output;
  const note = memoBytes(memo);
  if (note.length > maxMemoBytes * 2) throw new RangeError('The memo is too long.');
  if (asset === '') return { to: getAddress(to), value: amount, data: `0x${note}` };
  // transfer(address,uint256)
  const data: Hex = `0xa9059cbb${wordOf(getAddress(to).slice(2).toLowerCase())}${wordOf(amount.toString(16))}${note}`;
  return { to: getAddress(asset), value: 0n, data };
}

/** An unsigned EIP-1559 transaction; null if the text is none. */
function unsignedOf(encoded: string): TransactionSerializableEIP1559 | null {
  try {
    return parseTransaction(`0x02${encoded.replace(/^0x02/, '')}`);
  } catch {
    return null;
  }
}

function wordOf(hex: string): string {
  if (hex.length > 64) throw new RangeError('A word of a call has 32 bytes.');
  return hex.toLowerCase().padStart(64, '0');
}

function hexOf(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`;
}

function quantityOf(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** A quantity that a number holds exactly, such as a height, a nonce or a time in seconds. */
function heightOf(quantity: string): number {
  const value = Number(BigInt(quantity));
  if (!Number.isSafeInteger(value)) throw new ChainUnavailable('The node answered an impossible number.');
  return value;
}

/** Asks a question for each key, a few at the same time. */
async function inParallel<Value>(
  keys: readonly string[],
  ask: (key: string) => Promise<Value>,
): Promise<(readonly [string, Value])[]> {
  const found: (readonly [string, Value])[] = [];
  for (let at = 0; at < keys.length; at += parallel) {
    const some = keys.slice(at, at + parallel);
    found.push(...(await Promise.all(some.map(async (key) => [key, await ask(key)] as const))));
  }
  return found;
}
