import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { getAddress, type Hex, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TestChain } from '../../testing/conformance.ts';
import { EvmAdapter } from '../evm-adapter.ts';
import { HttpEvmNode } from '../evm-node.ts';
import { tokenCode } from './token-code.ts';

const program = join(import.meta.dirname, '../../../../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');

/** The path of Anvil, Foundry's node for tests, which npm has for Linux on x64; null elsewhere. */
export const anvil = process.platform === 'linux' && process.arch === 'x64' && existsSync(program) ? program : null;

const chainId = 31_337;

/** The wallet of Anvil's default accounts. */
const root = HDKey.fromMasterSeed(mnemonicToSeedSync('test test test test test test test test test test test junk'));

/** The node signs for it. */
const firstAccount = privateKeyToAccount(keyOf(root.derive("m/44'/60'/0'/0/0")));

/** Anvil in a process of its own, which mines on request only. */
export class AnvilNode {
  readonly url: string;
  readonly node: HttpEvmNode;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    this.node = new HttpEvmNode({ url });
  }

  /** @param id the chain id that it says it has */
  static async start(path: string, id: number = chainId): Promise<AnvilNode> {
    const settings = ['--port', '0', '--chain-id', String(id), '--no-mining', '--hardfork', 'cancun'];
    const child = spawn(path, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      return new AnvilNode(child, `http://${await addressOf(child)}`);
    } catch (error) {
      await end(child);
      throw error;
    }
  }

  async mine(blocks = 1): Promise<void> {
    await this.node.request('anvil_mine', [`0x${blocks.toString(16)}`]);
  }

  /** Replaces the newest blocks by empty ones; the transactions of the old ones are gone. */
  async reorg(blocks: number): Promise<void> {
    // The dropped transactions wait again; the new blocks must be empty.
    await this.node.request('anvil_reorg', [blocks, []]);
    await this.node.request('anvil_dropAllTransactions', []);
  }

  /** Pays coins, or tokens of a contract, from the first of its accounts; the payment waits for a block. */
  async pay(to: string, amount: bigint, token: string | null = null): Promise<void> {
    const word = amount.toString(16);
    // transfer(address,uint256)
    const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${word.padStart(64, '0')}`;
    const call = token === null ? { to, value: `0x${word}` } : { to: token, data };
    await this.node.request('eth_sendTransaction', [{ from: firstAccount.address, gas: '0x100000', ...call }]);
  }

  /** Deploys a token with 6 decimals, whose whole supply belongs to the first account. */
  async deployToken(): Promise<string> {
    const deployment = { from: firstAccount.address, data: tokenCode, gas: '0x100000' };
    const hash = await this.node.request('eth_sendTransaction', [deployment]);
    await this.mine();
    const receipt = await this.node.request('eth_getTransactionReceipt', [hash]);
    if (typeof receipt !== 'object' || receipt === null || !('contractAddress' in receipt))
      throw new Error('No receipt.');
    return getAddress(String(receipt.contractAddress));
  }

  async stop(): Promise<void> {
    await end(this.#child);
  }
}

/** A chain of its own, in a process that ends with `stop`. */
export async function openAnvil(path: string): Promise<TestChain> {
  const running = await AnvilNode.start(path);
  try {
    const { node } = running;
    const token = await running.deployToken();
    return {
      adapter: new EvmAdapter({ node, chainId, isListed: (contract) => contract === token.toLowerCase() }),
      xpub: root.derive("m/44'/60'/1'/0").publicExtendedKey,
      wallet: firstAccount.address,
      sign: async (encoded) => {
        if (!isUnsigned(encoded)) throw new Error('The bytes are no transaction of EIP-1559.');
        return firstAccount.signTransaction(parseTransaction(encoded));
      },
      token,
      mine: async () => running.mine(),
      reorg: async (blocks) => running.reorg(blocks),
      stop: async () => running.stop(),
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Resolves with host and port once the node listens. Its output is read to the end, so that it never blocks. */
async function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
    const found = /Listening on (\S+)/.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
  child.once('exit', () => reject(new Error(`anvil ended: ${said.slice(-500)}`)));
  child.once('error', reject);
  return promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function keyOf({ privateKey }: HDKey): Hex {
  if (privateKey === null) throw new Error('The key is public.');
  return `0x${Buffer.from(privateKey).toString('hex')}`;
}

function isUnsigned(encoded: string): encoded is `0x02${string}` {
  return encoded.startsWith('0x02');
}
