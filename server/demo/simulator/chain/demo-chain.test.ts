import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { parseTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoTokenAddress, EvmAdapter } from '../../../custody/chains/index.ts';
import { describeEvmChain, type TestChain } from '../../../custody/chains/testing/conformance.ts';
import { canLimitFiles, withFileLimit } from '../../../../scripts/file-limit.ts';
import {
  ChainNotStored,
  DemoChain,
  demoChainId,
  type DemoChainOptions,
  DemoNode,
  OutsideWallets,
  payOnChain,
} from './index.ts';

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

function open(options: Partial<DemoChainOptions> = {}): DemoChain {
  return DemoChain.open({ folder, tokens: [token], owner: wallets.faucet.address, ...options });
}

function file(): string {
  return join(folder, 'chain');
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

  test('mines all payments that one wallet makes at once', async () => {
    const amounts = Array.from({ length: 20 }, (_, n) => BigInt(n + 1));
    const hashes = await Promise.all(amounts.map((amount) => pay(amount, token)));
    chain.mine();
    expect(new Set(hashes).size).toBe(20);
    expect(chain.balance(token, receiver)).toBe(210n);
  });

  test.each(['', token])('refuses a payment beyond what the waiting ones leave (asset "%s")', async (asset) => {
    const account = wallets.wallet(7);
    const give = async (given: bigint, of: string) =>
      payOnChain(chain, wallets.faucet, { to: account.address, asset: of, amount: given, memo: null });
    await give(10n ** 18n, '');
    if (asset !== '') await give(10n ** 18n, asset);
    chain.mine();
    const send = async (amount: bigint) => payOnChain(chain, account, { to: receiver, asset, amount, memo: null });
    const half = 6n * 10n ** 17n;
    const sent = await Promise.allSettled([send(half), send(half)]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(chain.spendable(asset, account.address)).toBeLessThanOrEqual(10n ** 18n - half);
    chain.mine();
    expect(chain.balance(asset, receiver)).toBe(half);
    expect(chain.minedNonce(account.address)).toBe(1);
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

  test('keeps its older blocks until the file without them can be written', async () => {
    chain.close();
    const reports: unknown[] = [];
    chain = open({ keptBlocks: 2, onFault: (error) => void reports.push(error) });
    await pay(5n);
    // The draft is always shorter than the file, so a limit of the size would stop the blocks as well.
    mkdirSync(`${file()}.new`);
    for (let at = 0; at < 4; at += 1) chain.mine();
    expect(chain.block(0)?.height).toBe(0);
    expect(reports).toHaveLength(1);
    rmSync(`${file()}.new`, { recursive: true });
    const long = statSync(file()).size;
    const { height, hash } = chain.mine();
    expect(statSync(file()).size).toBeLessThan(long);
    expect(reports).toEqual([expect.any(Error), null]);
    chain.mine();
    expect(chain.block(0)).toBeNull();
    chain.close();
    chain = open({ keptBlocks: 2 });
    expect(chain.block(height)?.hash).toBe(hash);
    expect(chain.head.height).toBe(height + 1);
    expect(chain.balance('', receiver)).toBe(5n);
  });

  test('a start rewrites a long file without losing its newest blocks', async () => {
    for (let at = 0; at < 6; at += 1) chain.mine();
    await pay(5n);
    const { hash } = chain.mine();
    for (let at = 0; at < 3; at += 1) {
      chain.close();
      chain = open({ keptBlocks: 2 });
      expect(chain.head.hash).toBe(hash);
    }
    expect(chain.balance('', receiver)).toBe(5n);
  });
});

describe.runIf(canLimitFiles)('the demo chain on a full disk', () => {
  /** Bytes that a block leaves on the disk in part. */
  const part = 10;

  test('mines nothing that it cannot store, and mines it later', async () => {
    const hash = await pay(5n);
    const before = chain.head;
    const whole = readFileSync(file());
    await withFileLimit(whole.length + part, () => {
      for (let tries = 0; tries < 3; tries += 1) expect(() => chain.mine()).toThrow(ChainNotStored);
    });
    expect(readFileSync(file())).toEqual(whole);
    expect(chain.head).toBe(before);
    expect(chain.balance('', receiver)).toBe(0n);
    expect(chain.minedNonce(wallets.faucet.address)).toBe(0);
    chain.mine();
    expect(chain.find(hash)?.block).toBe(chain.head);
    chain.close();
    chain = open();
    expect(chain.balance('', receiver)).toBe(5n);
  });

  test.each([part, 40, 600])(
    'replaces all blocks of a reorganisation or none, with space for %i bytes',
    async (room) => {
      const mined = await pay(5n);
      for (let at = 0; at < 3; at += 1) chain.mine();
      const waiting = await pay(7n);
      const { head, pending } = chain;
      const whole = readFileSync(file());
      await withFileLimit(whole.length + room, () => {
        expect(() => chain.reorg(3)).toThrow(ChainNotStored);
      });
      expect(readFileSync(file())).toEqual(whole);
      expect([chain.head, chain.pending]).toEqual([head, pending]);
      expect(chain.balance('', receiver)).toBe(5n);
      expect(chain.find(mined)?.block?.height).toBe(1);
      chain.reorg(3);
      expect(chain.head.hash).not.toBe(head.hash);
      expect(chain.find(waiting)?.block?.height).toBe(3);
      const after = chain.head;
      chain.close();
      chain = open();
      expect(chain.head).toEqual(after);
      expect(chain.balance('', receiver)).toBe(12n);
    },
  );

  test('reports an outage once, and that it has ended, and mines by itself again', async () => {
    chain.close();
    const reports: unknown[] = [];
    chain = open({ blockMs: 1, onFault: (error) => void reports.push(error) });
    const hash = await pay(5n);
    let tries = 0;
    await withFileLimit(statSync(file()).size + part, async () => {
      await vi.waitUntil(() => reports.length > 0, { interval: 1, timeout: 60_000 });
      for (; tries < 3; tries += 1) expect(() => chain.mine()).toThrow(ChainNotStored);
    });
    await vi.waitUntil(() => chain.find(hash)?.block !== null, { interval: 1, timeout: 60_000 });
    expect(reports).toEqual([expect.objectContaining({ code: 'EFBIG' }), null]);
  });

  test('is begun completely, at the latest by another start', async () => {
    chain.close();
    rmSync(file());
    await withFileLimit(50, () => expect(() => open()).toThrow(ChainNotStored));
    expect(readFileSync(file(), 'utf8')).toBe('');
    const state = await stateLine();
    await withFileLimit(state + part, () => expect(() => open()).toThrow(ChainNotStored));
    expect(statSync(file()).size).toBe(state);
    chain = open();
    expect(chain.head.height).toBe(0);
    chain.close();
    chain = open();
    expect(chain.head.height).toBe(0);
  });

  test('the wallets outside have a complete seed or none', async () => {
    const other = mkdtempSync(join(tmpdir(), 'bourse-wallets-'));
    await withFileLimit(32, () => expect(() => OutsideWallets.open(other)).toThrow('EFBIG'));
    expect(readdirSync(other)).toEqual([]);
    const { address } = OutsideWallets.open(other).faucet;
    expect(OutsideWallets.open(other).faucet.address).toBe(address);
    rmSync(other, { recursive: true });
  });

  /** The length of the first line of a chain. */
  async function stateLine(): Promise<number> {
    chain = open();
    const length = readFileSync(file()).indexOf(10) + 1;
    chain.close();
    rmSync(file());
    return length;
  }
});
