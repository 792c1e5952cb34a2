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

const program = join(import.meta.dirname, '../../../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');

/** The path of Anvil, Foundry's node for tests, which npm has for Linux on x64; null elsewhere. */
export const anvil = process.platform === 'linux' && process.arch === 'x64' && existsSync(program) ? program : null;

const chainId = 31_337;

/** The wallet of Anvil's default accounts. */
const root = HDKey.fromMasterSeed(mnemonicToSeedSync('test test test test test test test test test test test junk'));

/** A chain of its own, in a process that ends with `stop`. */
export async function openAnvil(path: string): Promise<TestChain> {
  const settings = ['--port', '0', '--chain-id', String(chainId), '--no-mining', '--hardfork', 'cancun'];
  const child = spawn(path, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const node = new HttpEvmNode({ url: `http://${await addressOf(child)}` });
    const account = privateKeyToAccount(keyOf(root.derive("m/44'/60'/0'/0/0")));
    const mine = async (): Promise<void> => {
      await node.request('anvil_mine', ['0x1']);
    };
    const token = await deployToken(node, account.address, mine);
    return {
      adapter: new EvmAdapter({ node, chainId, isListed: (contract) => contract === token.toLowerCase() }),
      xpub: root.derive("m/44'/60'/1'/0").publicExtendedKey,
      wallet: account.address,
      sign: async (encoded) => {
        if (!isUnsigned(encoded)) throw new Error('The bytes are no transaction of EIP-1559.');
        return account.signTransaction(parseTransaction(encoded));
      },
      token,
      mine,
      reorg: async (blocks) => {
        // The dropped transactions wait again; the new blocks must be empty.
        await node.request('anvil_reorg', [blocks, []]);
        await node.request('anvil_dropAllTransactions', []);
      },
      stop: async () => end(child),
    };
  } catch (error) {
    await end(child);
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

/** Deploys a token whose whole supply belongs to the account, which the node signs for. */
async function deployToken(node: HttpEvmNode, from: string, mine: () => Promise<void>): Promise<string> {
  const hash = await node.request('eth_sendTransaction', [{ from, data: tokenCode, gas: '0x100000' }]);
  await mine();
  const receipt = await node.request('eth_getTransactionReceipt', [hash]);
  if (typeof receipt !== 'object' || receipt === null || !('contractAddress' in receipt))
    throw new Error('No receipt.');
  return getAddress(String(receipt.contractAddress));
}

function keyOf({ privateKey }: HDKey): Hex {
  if (privateKey === null) throw new Error('The key is public.');
  return `0x${Buffer.from(privateKey).toString('hex')}`;
}

function isUnsigned(encoded: string): encoded is `0x02${string}` {
  return encoded.startsWith('0x02');
}
