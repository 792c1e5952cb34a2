import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CoreRpc, type CoreRpcOptions } from '../core-rpc.ts';

/** The path of `litecoind`, which Debian packages and npm does not; null where it is not installed. */
export const litecoind =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'litecoind'))
    .find((path) => existsSync(path)) ?? null;

/** A private Litecoin network of one node, with its own data and wallet. */
export class LitecoinNode {
  readonly options: CoreRpcOptions;
  readonly rpc: CoreRpc;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string, options: CoreRpcOptions) {
    this.#child = child;
    this.#folder = folder;
    this.options = options;
    this.rpc = new CoreRpc(options);
  }

  static async start(path: string): Promise<LitecoinNode> {
    const folder = await mkdtemp(join(tmpdir(), 'bourse-litecoin-'));
    const port = await freePort();
    const options = { url: `http://127.0.0.1:${port}`, user: 'test', password: 'test' };
    const settings = [
      '-regtest',
      '-txindex=1',
      '-server=1',
      '-listen=0',
      '-dnsseed=0',
      '-fallbackfee=0.0001',
      '-printtoconsole=1',
      `-datadir=${folder}`,
      `-rpcport=${port}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      '-rpcuser=test',
      '-rpcpassword=test',
      '-minrelaytxfee=0.00001',
      '-mempoolreplacement=1',
    ];
    const child = spawn(path, settings, { stdio: ['ignore', 'pipe', 'ignore'] });
    const node = new LitecoinNode(child, folder, options);
    try {
      await whenLoaded(child);
      await node.rpc.call('createwallet', 'test');
      return node;
    } catch (error) {
      await node.stop();
      throw error;
    }
  }

  /** Mines blocks with everything that waits; the coins go to the node's wallet. */
  async mine(blocks: number): Promise<void> {
    await this.rpc.call('generatetoaddress', blocks, await this.newAddress());
  }

  /** Mines a block that leaves waiting transactions out, unless they are named. */
  async mineOnly(transactions: readonly string[] = []): Promise<void> {
    await this.rpc.call('generateblock', await this.newAddress(), transactions);
  }

  async newAddress(): Promise<string> {
    return String(await this.rpc.call('getnewaddress', '', 'bech32'));
  }

  /** Pays coins, written as a decimal number, from the node's wallet; returns the transaction. */
  async pay(address: string, coins: string): Promise<string> {
    return String(await this.rpc.call('sendtoaddress', address, coins));
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves with the node's line that it has started; its output is read to the end, so that it never blocks. */
async function whenLoaded(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
    if (said.includes('Done loading') || said.includes('init message: Done')) resolve();
  });
  child.once('exit', () => reject(new Error(`litecoind ended: ${said.slice(-500)}`)));
  await promise;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
