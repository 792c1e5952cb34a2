import { getAddress, type Hex, isAddress, isHex, pad, toHex } from 'viem';
import {
  type DemoBlock,
  type DemoChain,
  demoChainId,
  type MinedTransaction,
  suggestedPriorityFee,
} from './demo-chain.ts';
import { RpcError } from './rpc-error.ts';
import type { SignedTransaction } from './transaction.ts';

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const balanceOf = '0x70a08231';

type Method = (chain: DemoChain, params: readonly unknown[]) => unknown;

/**
 * Answers a method of the Ethereum JSON-RPC.
 *
 * @throws RpcError
 */
export async function answerRpc(chain: DemoChain, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = methods[method];
  if (answer === undefined) throw new RpcError(-32_601, `the method ${method} does not exist`);
  return answer(chain, params);
}

const methods: Readonly<Record<string, Method>> = {
  eth_chainId: () => toHex(demoChainId),
  eth_blockNumber: (chain) => toHex(chain.head.height),
  eth_maxPriorityFeePerGas: () => toHex(suggestedPriorityFee),
  eth_getBlockByNumber: (chain, [at, full]) => {
    const block = chain.block(heightOf(chain, at));
    return block === null ? null : blockAnswer(block, full === true);
  },
  eth_getBlockReceipts: (chain, [at]) => {
    const isHash = typeof at === 'string' && at.length === 66;
    const block = isHash ? chain.blockByHash(at) : chain.block(heightOf(chain, at));
    return block === null ? null : block.transactions.map((mined) => receiptAnswer(mined, block));
  },
  eth_getTransactionByHash: (chain, [hash]) => {
    const found = typeof hash === 'string' ? chain.find(hash) : null;
    return found === null ? null : transactionAnswer(found.transaction, found.block);
  },
  eth_getTransactionReceipt: (chain, [hash]) => {
    const found = typeof hash === 'string' ? chain.find(hash) : null;
    return found === null || found.mined === null || found.block === null
      ? null
      : receiptAnswer(found.mined, found.block);
  },
  eth_getTransactionCount: (chain, [address, at]) =>
    toHex(at === 'pending' ? chain.pendingNonce(addressOf(address)) : chain.minedNonce(addressOf(address))),
  eth_getBalance: (chain, [address, at]) => toHex(chain.balance('', addressOf(address), heightOf(chain, at))),
  eth_call: (chain, [call, at]) => {
    const { data, to } = callOf(call);
    if (!chain.isToken(to) || !data.startsWith(balanceOf) || data.length !== 74) return '0x';
    return pad(toHex(chain.balance(to, `0x${data.slice(34)}`, heightOf(chain, at))), { size: 32 });
  },
  eth_estimateGas: (chain, [call]) => toHex(chain.estimate(callOf(call))),
  eth_sendRawTransaction: (chain, [raw]) => {
    if (typeof raw !== 'string') throw new RpcError(-32_602, 'invalid argument 0');
    return chain.send(raw);
  },
};

function heightOf(chain: DemoChain, at: unknown): number {
  if (at === undefined || at === 'latest' || at === 'pending') return chain.head.height;
  if (typeof at !== 'string' || !isHex(at) || at.length > 16) throw new RpcError(-32_602, 'invalid block number');
  return Number(BigInt(at));
}

function addressOf(value: unknown): string {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw new RpcError(-32_602, 'invalid address');
  return value.toLowerCase();
}

function callOf(value: unknown): Pick<SignedTransaction, 'data' | 'from' | 'to' | 'value'> {
  const call = typeof value === 'object' && value !== null ? value : {};
  const given = { from: `0x${'0'.repeat(40)}`, to: undefined, value: '0x0', data: '0x', ...call };
  if (typeof given.data !== 'string' || !isHex(given.data) || given.data.length > 2_050)
    throw new RpcError(-32_602, 'invalid data');
  if (typeof given.value !== 'string' || !isHex(given.value) || given.value.length > 66)
    throw new RpcError(-32_602, 'invalid value');
  return { from: addressOf(given.from), to: addressOf(given.to), value: BigInt(given.value), data: given.data };
}

function blockAnswer(block: DemoBlock, full: boolean): object {
  return {
    hash: block.hash,
    number: toHex(block.height),
    parentHash: block.parent,
    timestamp: toHex(block.seconds),
    baseFeePerGas: toHex(block.baseFee),
    transactions: block.transactions.map(({ transaction }) =>
      full ? transactionAnswer(transaction, block) : transaction.hash,
    ),
  };
}

function transactionAnswer(transaction: SignedTransaction, block: DemoBlock | null): object {
  const { data, from, gas, hash, maxFee, nonce, priorityFee, to, value } = transaction;
  return {
    type: '0x2',
    chainId: toHex(demoChainId),
    hash,
    from,
    to,
    nonce: toHex(nonce),
    value: toHex(value),
    input: data,
    gas: toHex(gas),
    maxFeePerGas: toHex(maxFee),
    maxPriorityFeePerGas: toHex(priorityFee),
    blockHash: block?.hash ?? null,
    blockNumber: block === null ? null : toHex(block.height),
  };
}

function receiptAnswer(
  { gasPrice, gasUsed, succeeded, token, transaction }: MinedTransaction,
  block: DemoBlock,
): object {
  const word = (address: string): Hex => pad(getAddress(address), { size: 32 });
  return {
    transactionHash: transaction.hash,
    blockHash: block.hash,
    blockNumber: toHex(block.height),
    status: succeeded ? '0x1' : '0x0',
    gasUsed: toHex(gasUsed),
    effectiveGasPrice: toHex(gasPrice),
    logs:
      token === null
        ? []
        : [
            {
              address: token.contract,
              topics: [transferTopic, word(transaction.from).toLowerCase(), word(token.to).toLowerCase()],
              data: pad(toHex(token.amount), { size: 32 }),
            },
          ],
  };
}
