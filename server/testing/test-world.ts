import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoWorld, payOnChain } from '../demo/simulator/chain/index.ts';

/** The world outside of an exchange under the control of a test: blocks are mined on request. */
export class TestWorld {
  readonly folder: string;
  world: DemoWorld;

  private constructor(folder: string) {
    this.folder = folder;
    this.world = openWorld(folder);
  }

  static open(): TestWorld {
    return new TestWorld(mkdtempSync(join(tmpdir(), 'bourse-world-')));
  }

  get chain(): DemoWorld['chain'] {
    return this.world.chain;
  }

  /** The address of the cold wallet. */
  get cold(): string {
    return this.world.wallets.cold.address;
  }

  /** The options of an exchange in this world. */
  get options(): { readonly chains: DemoWorld['source']; readonly demoWorld: DemoWorld } {
    return { chains: this.world.source, demoWorld: this.world };
  }

  /** Pays from the faucet and returns the hash; the payment waits for a block. */
  async pay(to: string, asset: string, amount: bigint, memo: string | null = null): Promise<string> {
    return payOnChain(this.chain, this.world.wallets.faucet, { to, asset, amount, memo });
  }

  mine(blocks = 1): void {
    for (let at = 0; at < blocks; at += 1) this.chain.mine();
  }

  close(): void {
    this.world.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function openWorld(folder: string): DemoWorld {
  return DemoWorld.open({ folder, expectedMs: 90 });
}
