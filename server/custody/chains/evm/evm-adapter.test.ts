import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable, PaymentReverts, QuestionRefused } from '../adapter.ts';
import { describeEvmChain } from '../testing/conformance.ts';
import { EvmAdapter } from './evm-adapter.ts';
import { type EvmNode, HttpEvmNode, NodeRefusal } from './evm-node.ts';
import { anvil, openAnvil } from './testing/anvil.ts';

describeEvmChain('Anvil (skipped where npm has none)', () => openAnvil(anvil ?? ''), {
  skip: anvil === null,
});

const hash = (digit: string): string => `0x${digit.repeat(64)}`;
const address = (digit: string): string => `0x${digit.repeat(40)}`;
const token = address('7');
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

function transactionOf(odd: object = {}) {
  return { hash: hash('a'), from: address('1'), to: address('2'), value: '0x5', input: '0x', ...odd };
}
function receiptOf(odd: object = {}) {
  const mined = { blockHash: hash('b'), blockNumber: '0x9', status: '0x1' };
  return { transactionHash: hash('a'), ...mined, gasUsed: '0x5208', effectiveGasPrice: '0x3', logs: [], ...odd };
}
function transferLog(odd: object = {}) {
  const topics = [transferTopic, `0x${'0'.repeat(24)}${'1'.repeat(40)}`, `0x${'0'.repeat(24)}${'3'.repeat(40)}`];
  return { address: token, topics, data: `0x${'0'.repeat(63)}4`, ...odd };
}

/** A node with one block, some of whose answers are replaced. */
function nodeOf(odd: Readonly<Record<string, unknown>> = {}): EvmNode {
  const block = { hash: hash('b'), number: '0x9', parentHash: hash('c'), timestamp: '0x64', baseFeePerGas: '0x7' };
  const known: Readonly<Record<string, unknown>> = {
    eth_chainId: '0x1',
    eth_getBlockByNumber: { ...block, transactions: [transactionOf()] },
    eth_getBlockReceipts: [receiptOf()],
    ...odd,
  };
  return {
    request: (method) => {
      const answer = known[method];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}
function adapterOf(odd: Readonly<Record<string, unknown>> = {}): EvmAdapter {
  return new EvmAdapter({ node: nodeOf(odd), chainId: 1, isListed: (contract) => contract === token });
}

describe('an EVM node that lies or lags', () => {
  it.each([
    ['another chain', { eth_chainId: '0x2' }],
    ['no receipts', { eth_getBlockReceipts: null }],
    ['fewer receipts than transactions', { eth_getBlockReceipts: [] }],
    ['a receipt of another transaction', { eth_getBlockReceipts: [receiptOf({ transactionHash: hash('d') })] }],
    ['a receipt of another block', { eth_getBlockReceipts: [receiptOf({ blockHash: hash('d') })] }],
    ['a receipt without a status', { eth_getBlockReceipts: [receiptOf({ status: undefined })] }],
    ['a block without transactions', { eth_getBlockByNumber: { hash: hash('b'), number: '0x9' } }],
    ['text', { eth_getBlockByNumber: 'nine' }],
    ['a refusal', { eth_getBlockReceipts: new NodeRefusal(-32_000, 'header not found') }],
  ])('is unavailable: %s', async (_name, odd) => {
    await expect(adapterOf(odd).block(9)).rejects.toThrow(ChainUnavailable);
  });

  it('is unavailable: a block of another height', async () => {
    await expect(adapterOf().block(8)).rejects.toThrow(ChainUnavailable);
  });

  it('is unavailable when it does not answer', async () => {
    const node = new HttpEvmNode({ url: 'http://127.0.0.1:1' });
    await expect(new EvmAdapter({ node, chainId: 1, isListed: () => false }).head()).rejects.toThrow(ChainUnavailable);
  });
});

describe('the transfers of a block', () => {
  it('are those of transactions that succeeded', async () => {
    expect((await adapterOf().block(9))?.transfers).toMatchObject([{ tx: hash('a'), ordinal: 0, amount: 5n }]);
    const reverted = adapterOf({ eth_getBlockReceipts: [receiptOf({ status: '0x0' })] });
    expect((await reverted.block(9))?.transfers).toEqual([]);
  });

  it('are those of listed tokens, and of the event of ERC-20 only', async () => {
    const logs = [
      transferLog(),
      transferLog({ address: address('8') }),
      transferLog({ topics: [transferTopic, hash('1'), hash('3'), hash('4')], data: '0x' }),
      transferLog({ topics: [hash('e'), hash('1'), hash('3')] }),
      transferLog({ data: `0x${'0'.repeat(64)}` }),
      transferLog({ data: `0x${'f'.repeat(64)}` }),
    ];
    const found = await adapterOf({ eth_getBlockReceipts: [receiptOf({ logs })] }).block(9);
    expect(found?.transfers).toMatchObject([
      { ordinal: 0, asset: '' },
      { ordinal: 1, asset: token, amount: 4n, to: address('3'), memo: null },
      { ordinal: 6, asset: token, amount: 2n ** 256n - 1n },
    ]);
  });

  it.each([
    ['0x3432', '42'],
    ['0x', null],
    ['0xff', null],
    ['0x0a', null],
    [`0x${'34'.repeat(65)}`, null],
  ])('have the memo of their call data: %s', async (input, memo) => {
    const block = { hash: hash('b'), number: '0x9', parentHash: hash('c'), timestamp: '0x64' };
    const odd = { eth_getBlockByNumber: { ...block, transactions: [transactionOf({ input })] } };
    expect((await adapterOf(odd).block(9))?.transfers).toMatchObject([{ memo }]);
  });
});

it('takes sentences of nodes for outcomes only if they are certain', async () => {
  const sent = (message: string) => adapterOf({ eth_sendRawTransaction: new NodeRefusal(-32_000, message) });
  expect(await sent('replacement transaction underpriced').broadcast('0x01')).toBe('underpriced');
  expect(await sent('already known').broadcast('0x01')).toBe('known');
  expect(await sent('intrinsic gas too low').broadcast('0x01')).toBe('invalid');
  expect(await sent('insufficient funds for gas * price + value').broadcast('0x01')).toBe('unfunded');
  await expect(sent('txpool is full').broadcast('0x01')).rejects.toThrow(ChainUnavailable);
});

it('distinguishes payments that would be reverted from nodes that do not answer', async () => {
  const output = { to: address('3'), memo: null, asset: '', amount: 1n };
  const fee = { maximum: 2n, priority: 1n };
  const plan = async (message: string) =>
    adapterOf({ eth_estimateGas: new NodeRefusal(3, message) }).plan({
      from: address('1'),
      outputs: [output],
      nonce: 0,
      inputs: [],
      fee,
    });
  for (const failed of [
    'execution reverted: no coins',
    'invalid opcode: INVALID',
    'out of gas',
    'gas required exceeds allowance (30000000)',
    'EVM error: OutOfGas',
    'invalid jump destination',
    'stack limit reached 1024 (1023)',
  ]) {
    await expect(plan(failed)).rejects.toThrow(PaymentReverts);
  }
  for (const other of ['insufficient funds for transfer', 'rate limit exceeded'])
    await expect(plan(other)).rejects.toThrow(QuestionRefused);
});

it('recognizes the payments of a transaction, and no others', async () => {
  const adapter = adapterOf({ eth_estimateGas: '0x5208' });
  const plan = { from: address('1'), nonce: 7, inputs: [], fee: { maximum: 2n, priority: 1n } };
  const coin = { to: address('3'), memo: null, asset: '', amount: 5n };
  const other = { to: address('3'), memo: 'a', asset: address('9').toLowerCase(), amount: 5n };
  const plans = [[], [coin], [{ ...coin, memo: 'a' }], [other], [{ ...other, memo: null }]];
  const changed = [
    ...plans,
    [{ ...coin, to: address('4') }],
    [{ ...coin, amount: 6n }],
    [{ ...other, to: address('4') }],
    [{ ...other, amount: 6n }],
    [{ ...other, asset: address('8').toLowerCase() }],
  ];
  for (const outputs of plans) {
    const { encoded } = await adapter.plan({ ...plan, outputs });
    expect(changed.filter((one) => adapter.makes(encoded, { ...plan, outputs: one }))).toEqual([outputs]);
    expect(adapter.makes(encoded, { ...plan, nonce: 8, outputs })).toBe(false);
  }
  expect(adapter.makes('0x02', { ...plan, outputs: [] })).toBe(false);
});

it('derives the addresses of the published example of BIP 44', () => {
  // The seed of the mnemonic "test … junk", whose first address is known from Hardhat and Anvil.
  const seed =
    '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0';
  const xpub = HDKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive("m/44'/60'/0'/0").publicExtendedKey;
  expect(adapterOf().deriveAddress(xpub, 0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
});
