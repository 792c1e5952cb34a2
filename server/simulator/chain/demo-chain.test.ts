import fs, { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { parseTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoTokenAddress, EvmAdapter } from '../../chains/index.ts';
import { describeEvmChain, type TestChain } from '../../chains/testing/conformance.ts';
import { DemoChain, demoChainId, DemoNode, OutsideWallets, payOnChain } from './index.ts';

const token = demoTokenAddress('USDT');
const receiver = '0x00000000000000000000000000000000000000C1';

describeEvmChain('the demo chain', async (): Promise<TestChain> => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-chain-'));
  const { faucet } = OutsideWallets.open(folder);
  const chain = DemoChain.open({ folder, tokens: [token], owner: faucet.address });
  return {
    adapter: adapterOf(chain),
    xpub: HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/1'/0").publicExtendedKey,
    wallet: faucet.address,
    sign: async (encoded) => faucet.signTransaction(unsigned(encoded)),
    token,
    mine: async () => void chain.mine(),
    reorg: async (blocks) => void chain.reorg(blocks, { drop: true }),
    stop: async () => {
      chain.close();
      rmSync(folder, { recursive: true });
    },
  };
});

function adapterOf(chain: DemoChain): EvmAdapter {
  const isListed = (contract: string): boolean => contract === token.toLowerCase();
  return new EvmAdapter({ node: new DemoNode(chain), chainId: demoChainId, isListed });
}

function unsigned(encoded: string): TransactionSerializableEIP1559 {
  if (!isTyped(encoded)) throw new Error('The bytes are no transaction of EIP-1559.');
  return parseTransaction(encoded);
}

function isTyped(encoded: string): encoded is `0x02${string}` {
  return encoded.startsWith('0x02');
}

let folder: string;
let chain: DemoChain;
let wallets: OutsideWallets;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-chain-'));
  wallets = OutsideWallets.open(folder);
  chain = open();
});

afterEach(() => {
  chain.close();
  rmSync(folder, { recursive: true });
});

function open(): DemoChain {
  return DemoChain.open({ folder, tokens: [token], owner: wallets.faucet.address });
}

async function pay(amount: bigint, asset = ''): Promise<string> {
  return payOnChain(chain, wallets.faucet, { to: receiver, asset, amount, memo: null });
}

describe('the demo chain', () => {
  test('continues from its file after a restart with a torn last line', async () => {
    await pay(5n);
    chain.mine();
    await pay(7n, token);
    chain.mine();
    const { head } = chain;
    chain.close();
    appendFileSync(join(folder, 'chain'), '{"kind":"block","height":');
    chain = open();
    expect(chain.head).toEqual(head);
    expect([chain.balance('', receiver), chain.balance(token, receiver)]).toEqual([5n, 7n]);
    expect(chain.balance('', receiver, 0)).toBe(0n);
    await pay(1n);
    chain.mine();
    expect(chain.balance('', receiver)).toBe(6n);
  });

  test.each([1, 3, 7, 65])('replaces %i blocks, and their payments are mined again', async (depth) => {
    for (let at = 0; at < 70; at += 1) chain.mine();
    const hash = await pay(5n);
    for (let at = 0; at < depth; at += 1) chain.mine();
    const old = chain.find(hash)?.block;
    chain.reorg(depth, { added: depth + 1 });
    expect(chain.head.height).toBe(71 + depth);
    expect(chain.find(hash)?.block?.hash).not.toBe(old?.hash);
    expect(chain.balance('', receiver)).toBe(5n);
    const { head } = chain;
    chain.close();
    chain = open();
    expect(chain.head).toEqual(head);
    expect(chain.balance('', receiver)).toBe(5n);
  });

  test('takes no transaction with a signature or a chain id of another kind, or without funds', async () => {
    const { faucet } = wallets;
    const call = {
      type: 'eip1559',
      nonce: 0,
      gas: 21_000n,
      to: receiver,
      value: 1n,
      maxFeePerGas: 2_000_000_000n,
    } as const;
    const foreign = await faucet.signTransaction({ ...call, chainId: 1 });
    await expect(chain.send(foreign)).rejects.toThrow('invalid chain id');
    const other = privateKeyToAccount(`0x${'1'.repeat(64)}`);
    const poor = await other.signTransaction({ ...call, chainId: demoChainId });
    await expect(chain.send(poor)).rejects.toThrow('insufficient funds');
    const sent = await faucet.signTransaction({ ...call, chainId: demoChainId });
    const changed = sent.slice(0, -2) + (sent.endsWith('0') ? '01' : '00');
    await expect(chain.send(changed)).rejects.toThrow(/invalid sender|insufficient funds/);
    const starved = await faucet.signTransaction({ ...call, chainId: demoChainId, gas: 20_999n });
    await expect(chain.send(starved)).rejects.toThrow('intrinsic gas too low');
  });

  test('mines nothing that it cannot store, and mines it later', async () => {
    const hash = await pay(5n);
    const before = chain.head;
    const full = vi.spyOn(fs, 'writeFileSync').mockImplementation((handle) => {
      fs.writeSync(Number(handle), '{"kind":"bl');
      throw new Error('no space left on device');
    });
    syncBuiltinESMExports();
    expect(() => chain.mine()).toThrow('no space left on device');
    full.mockRestore();
    syncBuiltinESMExports();
    expect(chain.head).toBe(before);
    expect(chain.balance('', receiver)).toBe(0n);
    expect(chain.minedNonce(wallets.faucet.address)).toBe(0);
    chain.mine();
    expect(chain.find(hash)?.block).toBe(chain.head);
    chain.close();
    chain = open();
    expect(chain.balance('', receiver)).toBe(5n);
  });

  test('keeps at most 64 transactions of a sender', async () => {
    for (let at = 0; at < 64; at += 1) await pay(1n);
    await expect(pay(1n)).rejects.toThrow('txpool is full');
    chain.mine();
    expect(chain.balance('', receiver)).toBe(64n);
  });

  test('lets payments wait while its base fee is above what they offer', async () => {
    await pay(5n);
    chain.setBaseFee(10n ** 12n);
    chain.mine();
    expect(chain.balance('', receiver)).toBe(0n);
    chain.setBaseFee(10n ** 9n);
    chain.mine();
    expect(chain.balance('', receiver)).toBe(5n);
  });
});
