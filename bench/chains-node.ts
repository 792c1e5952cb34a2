import { createHash } from 'node:crypto';
import type { EvmNode } from '@bourse/server/chains';

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const bloom = `0x${'04'.repeat(256)}`;

export interface NodeOptions {
  readonly seed: string;
  readonly chainId: number;
  /** The contract of the token that is listed. */
  readonly token: string;
  readonly transactions: number;
  /** The receivers of the first transactions of a block, by its height. */
  readonly receivers: (height: number) => readonly string[];
}

interface PreparedBlock {
  readonly hash: string;
  readonly header: string;
  readonly block: string;
  readonly receipts: string;
}

/**
 * A node whose blocks are prepared as the texts that a node of Ethereum sends, so that reading a block contains the
 * parsing of its answers. One half of the transactions pays the coin, the other half the listed token.
 */
export class PreparedNode implements EvmNode {
  readonly #options: NodeOptions;
  readonly #blocks = new Map<number, PreparedBlock>();
  #head = 0;
  #next = 0;

  constructor(options: NodeOptions) {
    this.#options = options;
  }

  get head(): number {
    return this.#head;
  }

  /** Prepares the next blocks; `advance` shows them one by one. */
  prepare(count: number): void {
    // The scanner asks for the newest blocks only.
    for (const height of this.#blocks.keys()) if (height < this.#head) this.#blocks.delete(height);
    for (let at = 0; at < count; at += 1) {
      this.#blocks.set(this.#next, this.#prepared(this.#next));
      this.#next += 1;
    }
  }

  advance(): void {
    this.#head += 1;
  }

  request(method: string, params: readonly unknown[]): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.#answer(method, params)));
  }

  #answer(method: string, [which]: readonly unknown[]): string {
    if (method === 'eth_chainId') return JSON.stringify(hex(this.#options.chainId));
    if (method === 'eth_getBlockReceipts') {
      return [...this.#blocks.values()].find(({ hash }) => hash === which)?.receipts ?? 'null';
    }
    if (method !== 'eth_getBlockByNumber') throw new Error(`The bench prepares no answers to ${method}.`);
    if (which === 'latest') return this.#blocks.get(this.#head)?.header ?? 'null';
    const height = Number(which);
    return (height > this.#head ? undefined : this.#blocks.get(height)?.block) ?? 'null';
  }

  #prepared(height: number): PreparedBlock {
    const { receivers, transactions } = this.#options;
    const hash = this.#hash(`block ${height}`);
    const own = receivers(height);
    const made = Array.from({ length: transactions }, (_unused, place) =>
      this.#transaction(height, hash, place, own[place] ?? addressOf(`outside ${height} ${place}`)),
    );
    const header = {
      hash,
      number: hex(height),
      parentHash: height === 0 ? this.#hash('before') : this.#hash(`block ${height - 1}`),
      timestamp: hex(1_700_000_000 + 12 * height),
      baseFeePerGas: '0x3b9aca00',
      logsBloom: bloom,
    };
    return {
      hash,
      header: JSON.stringify(header),
      block: JSON.stringify({ ...header, transactions: made.map(({ transaction }) => transaction) }),
      receipts: JSON.stringify(made.map(({ receipt }) => receipt)),
    };
  }

  #transaction(height: number, blockHash: string, place: number, to: string) {
    const { chainId, token } = this.#options;
    const hash = this.#hash(`transaction ${height} ${place}`);
    const from = addressOf(`payer ${place}`);
    const isToken = place % 2 === 1;
    const word = (text: string): string => text.replace(/^0x/, '').toLowerCase().padStart(64, '0');
    const amount = word((5_000_000 + place).toString(16));
    const mined = { blockHash, blockNumber: hex(height), transactionIndex: hex(place), from, type: '0x2' };
    const log = {
      address: token.toLowerCase(),
      topics: [transferTopic, `0x${word(from)}`, `0x${word(to)}`],
      data: `0x${amount}`,
      blockHash,
      blockNumber: hex(height),
      transactionHash: hash,
      logIndex: hex(place),
      removed: false,
    };
    const transaction = {
      ...mined,
      hash,
      chainId: hex(chainId),
      nonce: hex(height),
      gas: '0xfde8',
      gasPrice: '0x77359400',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x5f5e100',
      accessList: [],
      v: '0x1',
      yParity: '0x1',
      r: this.#hash(`r ${height} ${place}`),
      s: this.#hash(`s ${height} ${place}`),
      to: (isToken ? token : to).toLowerCase(),
      value: isToken ? '0x0' : '0x2386f26fc10000',
      input: isToken ? `0xa9059cbb${word(to)}${amount}` : '0x',
    };
    const receipt = {
      ...mined,
      transactionHash: hash,
      status: '0x1',
      to: transaction.to,
      contractAddress: null,
      gasUsed: '0xb41d',
      cumulativeGasUsed: hex(46_109 * (place + 1)),
      effectiveGasPrice: '0x77359400',
      logs: isToken ? [log] : [],
      logsBloom: bloom,
    };
    return { receipt, transaction };
  }

  #hash(text: string): string {
    return `0x${createHash('sha256').update(`${this.#options.seed} ${text}`).digest('hex')}`;
  }
}

/** An address without a known key, in lower case. */
export function addressOf(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex').slice(-40)}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
