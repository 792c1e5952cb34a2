import type { bitcoinNetworks } from './bitcoin/networks.ts';

/** A chain that the exchange can follow, as its networks know it. */
interface Declared {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly coin: string;
  readonly coinDecimals: number;
  readonly blockMs: number;
  readonly creditAfter: number;
  readonly finalAfter: number;
  readonly maxFee: bigint;
  /** The page of a transaction without its hash; null if there is none. */
  readonly explorer: string | null;
}

interface EvmChain extends Declared {
  readonly kind: 'evm';
  /** EIP-155. */
  readonly chainId: number;
}

interface BitcoinChain extends Declared {
  readonly kind: 'bitcoin';
  readonly network: keyof typeof bitcoinNetworks;
}

/** Described, so that its networks can be listed, but not followed. */
interface ClosedChain extends Declared {
  readonly kind: 'closed';
}

export type DeclaredChain = EvmChain | BitcoinChain | ClosedChain;

const gwei = 1_000_000_000n;
const afterSix = { creditAfter: 1, finalAfter: 6 } as const;

/** All chains by id. Ids are stored and never change. */
export const declaredChains = [
  {
    id: 1,
    code: 'demo',
    name: 'Demo chain',
    kind: 'evm',
    chainId: 7357,
    coin: 'ETH',
    coinDecimals: 18,
    blockMs: 3_000,
    ...afterSix,
    maxFee: 1_000n * gwei,
    explorer: '/demo/chain?tx=',
  },
  {
    id: 2,
    code: 'ethereum',
    name: 'Ethereum',
    kind: 'evm',
    chainId: 1,
    coin: 'ETH',
    coinDecimals: 18,
    blockMs: 12_000,
    ...afterSix,
    maxFee: 500n * gwei,
    explorer: 'https://etherscan.io/tx/',
  },
  {
    id: 3,
    code: 'bitcoin',
    name: 'Bitcoin',
    kind: 'bitcoin',
    network: 'bitcoin',
    coin: 'BTC',
    coinDecimals: 8,
    blockMs: 600_000,
    ...afterSix,
    maxFee: 1_000n,
    explorer: 'https://mempool.space/tx/',
  },
  {
    id: 4,
    code: 'litecoin',
    name: 'Litecoin',
    kind: 'bitcoin',
    network: 'litecoin',
    coin: 'LTC',
    coinDecimals: 8,
    blockMs: 150_000,
    ...afterSix,
    maxFee: 1_000n,
    explorer: 'https://litecoinspace.org/tx/',
  },
  {
    id: 5,
    code: 'tron',
    name: 'TRON',
    kind: 'closed',
    coin: 'TRX',
    coinDecimals: 6,
    blockMs: 3_000,
    creditAfter: 1,
    finalAfter: 20,
    maxFee: 0n,
    explorer: 'https://tronscan.org/#/transaction/',
  },
] as const satisfies readonly DeclaredChain[];

/** The real chains that can be followed. */
export const openableChains = declaredChains.filter(
  (chain): chain is Exclude<(typeof declaredChains)[number], { readonly kind: 'closed' } | { readonly code: 'demo' }> =>
    chain.kind !== 'closed' && chain.code !== 'demo',
);

export function declaredChain(id: number): DeclaredChain | undefined {
  return declaredChains.find((chain) => chain.id === id);
}
