import { join } from 'node:path';
import type { PolicyDocument } from '@bourse/signer/protocol';
import {
  type ChainSource,
  type CurrencyProtocol,
  declaredChains,
  demoTokenAddress,
  EvmAdapter,
  type OpenChain,
} from '../../../custody/chains/index.ts';
import { demoCurrencies } from '../../../trading/markets/index.ts';
import { ChildSigner } from '../../../custody/signer/index.ts';
import { ChainNotStored, DemoChain, demoChainId } from './demo-chain.ts';
import { DemoNode } from './demo-node.ts';
import { OutsideWallets, payOnChain } from './wallets.ts';

const [declared] = declaredChains;
/** Largest withdrawals of a currency that the hot wallet may pay in an hour and a day, and that its float holds. */
const payments = { hour: 20n, day: 100n, float: 10_000n };
const coin = 10n ** 18n;

/** Coins for an address; `''` is the asset of the coin, otherwise the contract of a token. */
interface CardPayment {
  readonly address: string;
  readonly asset: string;
  readonly amount: bigint;
}

export interface DemoWorldOptions {
  /** The folder of the chain, of the wallets outside and of the signer. */
  readonly folder: string;
  /** Blocks are mined at this interval; 0 mines only on request. */
  readonly blockMs?: number;
  /** The time between two blocks that the exchange expects. */
  readonly expectedMs?: number;
  readonly now?: () => number;
  /** Receives the first error of a chain that cannot be stored, and null when it is stored again. */
  readonly onFault?: (error: unknown) => void;
}

/** Everything outside of a demo's exchange: a chain, a faucet, a wallet for each person, and the signer beside it. */
export class DemoWorld {
  readonly chain: DemoChain;
  readonly wallets: OutsideWallets;
  readonly #folder: string;
  readonly #expectedMs: number;

  private constructor({ folder, expectedMs = declared.blockMs, ...options }: DemoWorldOptions) {
    this.#expectedMs = expectedMs;
    this.#folder = folder;
    this.wallets = OutsideWallets.open(folder);
    const tokens = demoCurrencies.flatMap(({ code }) => (code === 'ETH' ? [] : [demoTokenAddress(code)]));
    this.chain = DemoChain.open({ ...options, folder, tokens, owner: this.wallets.faucet.address });
  }

  static open(options: DemoWorldOptions): DemoWorld {
    return new DemoWorld(options);
  }

  close(): void {
    this.chain.close();
  }

  /**
   * Pays coins that a card bought, at most once to an address: an address that has this much, or is about to receive
   * something, is not paid again. @throws RpcError, ChainNotStored
   */
  async payCard({ address, amount, asset }: CardPayment): Promise<void> {
    const { chain, wallets } = this;
    const [to, contract] = [address.toLowerCase(), asset.toLowerCase()];
    const isWaiting = chain.pending.some((waiting) =>
      contract === ''
        ? waiting.to === to
        : waiting.to === contract && waiting.data.toLowerCase().includes(to.slice('0x'.length)),
    );
    if (isWaiting || chain.balance(asset, address) >= amount) return;
    await payOnChain(chain, wallets.faucet, { to: address, asset, amount, memo: null });
  }

  /** Opens the chain for the exchange, with a signer in a process of its own. */
  readonly source: ChainSource = async ({ isListed, log, protocols }) => {
    const own = protocols().filter(({ chain }) => chain === declared.id);
    const child = ChildSigner.start({
      folder: join(this.#folder, 'signer'),
      policy: policyOf(own, this.wallets.cold.address),
      log,
    });
    try {
      await child.started();
      await this.#fund(await child.signer.address(declared.code, { kind: 'hot' }), own);
    } catch (error) {
      await child.stop();
      throw error;
    }
    return {
      chains: [this.open((contract) => isListed(declared.id, contract))],
      signer: child.signer,
      close: async () => child.stop(),
    };
  };

  /** The chain as the exchange follows it. */
  open(isListed: (contract: string) => boolean): OpenChain {
    const { explorer, kind: _kind, chainId, ...terms } = declared;
    return {
      ...terms,
      blockMs: this.#expectedMs,
      adapter: new EvmAdapter({ node: new DemoNode(this.chain), chainId, isListed }),
      second: null,
      lookBack: 64,
      transactionUrl: (hash) => `${explorer}${hash}`,
    };
  }

  /** Pays the float of the hot wallet, once: the balances of a demo were never deposited. */
  async #fund(wallet: string, protocols: readonly CurrencyProtocol[]): Promise<void> {
    const { chain } = this;
    const missing = protocols.filter(({ asset }) => chain.balance(asset, wallet) === 0n);
    for (const protocol of missing) {
      const amount = largest(protocol) * payments.float;
      await payOnChain(chain, this.wallets.faucet, { to: wallet, asset: protocol.asset, amount, memo: null });
    }
    if (missing.length === 0) return;
    try {
      chain.mine();
    } catch (error) {
      // The payments wait for the next block that can be stored.
      if (!(error instanceof ChainNotStored)) throw error;
    }
  }
}

/** The largest withdrawal in the smallest units of its asset. */
function largest({ assetDecimals, currency, withdrawalMax }: CurrencyProtocol): bigint {
  const decimals = demoCurrencies.find((listed) => listed.currency === currency)?.decimals ?? 0;
  const scale = 10n ** BigInt(Math.max(0, assetDecimals - decimals));
  return BigInt(withdrawalMax) * scale;
}

function policyOf(protocols: readonly CurrencyProtocol[], cold: string): PolicyDocument {
  const caps = (most: bigint) => ({
    transaction: String(most),
    hour: String(most * payments.hour),
    day: String(most * payments.day),
  });
  return {
    chains: {
      [declared.code]: {
        kind: 'evm',
        chainId: demoChainId,
        cold,
        fees: { transaction: String(coin), hour: String(20n * coin), day: String(100n * coin) },
        assets: Object.fromEntries(protocols.map((protocol) => [protocol.asset, caps(largest(protocol))])),
      },
    },
  };
}
