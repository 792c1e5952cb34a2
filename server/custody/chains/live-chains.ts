import type { Logger } from 'pino';
import { type Signer, SignerRefused, SignerUnavailable, SocketSigner } from '../signer/index.ts';
import { type ChainAdapter, ChainUnavailable, OtherNetwork } from './adapter.ts';
import { BitcoinAdapter } from './bitcoin/bitcoin-adapter.ts';
import { bitcoinNetworks, genesisOf } from './bitcoin/networks.ts';
import { type DeclaredChain, openableChains } from './declared-chains.ts';
import { EvmAdapter } from './evm/evm-adapter.ts';
import { HttpEvmNode } from './evm/evm-node.ts';
import { nodeAddress } from './node-address.ts';
import type { ChainSource, OpenChain } from './ports.ts';

export interface LiveChain {
  readonly code: string;
  /** The JSON-RPC address of a node. */
  readonly node: string;
  /** The address of a node of another operator; null if there is none. */
  readonly secondNode: string | null;
  /** The extended public key of its deposit addresses. */
  readonly xpub: string;
}

export interface LiveChainsOptions {
  /** The path of the socket of the signer. */
  readonly signerSocket: string;
  readonly followed: readonly LiveChain[];
  /** The chains that can be followed; those of the exchange unless a test has others. */
  readonly declared?: readonly OpenableChain[];
}

type OpenableChain = Exclude<DeclaredChain, { readonly kind: 'closed' }>;

/** The chains cannot be followed as they are configured. The message can be printed as it is. */
export class ChainsUnusable extends Error {
  override readonly name = 'ChainsUnusable';
}

/** The time limit of a question to a node at the start, which must not wait long for one that is down. */
const startLimitMs = 5_000;

/** Blocks before the head that are read first: those that a usual reorganization may replace. */
const lookBack = { evm: 64, bitcoin: 12 } as const;

/**
 * Follows real chains through their nodes. A node of another network and a signer with other keys are refused at the
 * start; one that is down does not stop the exchange and is checked when it answers.
 */
export function liveChains({ declared = openableChains, followed, signerSocket }: LiveChainsOptions): ChainSource {
  return async ({ isListed, log }) => {
    const socket = new SocketSigner(signerSocket);
    const signer = withXpubs(socket, new Map(followed.map(({ code, xpub }) => [code, xpub])));
    try {
      const known = followed.map((chain) => ({ chain, terms: termsOf(declared, chain.code) }));
      await Promise.all(
        known.flatMap(({ chain, terms }) => [
          checkSigner(signer, chain.code, log),
          checkNode(terms, chain.node, 'CHAIN_NODES', log),
          checkNode(terms, chain.secondNode, 'CHAIN_SECOND_NODES', log),
        ]),
      );
      const chains = known.map(({ chain, terms }) => open(chain, terms, (contract) => isListed(terms.id, contract)));
      return { chains, signer, close: async () => socket.close() };
    } catch (error) {
      socket.close();
      throw error;
    }
  };
}

function termsOf(declared: readonly OpenableChain[], code: string): OpenableChain {
  const terms = declared.find((chain) => chain.code === code);
  if (terms === undefined) throw new ChainsUnusable(`The chain ${code} is unknown.`);
  return terms;
}

function open(
  { node, secondNode }: LiveChain,
  terms: OpenableChain,
  isListed: (contract: string) => boolean,
): OpenChain {
  const { blockMs, code, coin, coinDecimals, creditAfter, explorer, finalAfter, id, kind, maxFee, name } = terms;
  return {
    id,
    code,
    name,
    coin,
    coinDecimals,
    blockMs,
    creditAfter,
    finalAfter,
    maxFee,
    adapter: adapterOf(terms, node, isListed),
    second: secondNode === null ? null : adapterOf(terms, secondNode, isListed),
    lookBack: lookBack[kind],
    transactionUrl: (hash) => (explorer === null ? null : `${explorer}${hash}`),
  };
}

function adapterOf(
  terms: OpenableChain,
  address: string,
  isListed: (contract: string) => boolean,
  limit: { readonly timeoutMs?: number } = {},
): ChainAdapter {
  const { authorization, password, secrets, url, user } = nodeAddress(address);
  if (terms.kind === 'bitcoin') {
    const network = bitcoinNetworks[terms.network];
    const genesis = genesisOf[terms.network];
    return new BitcoinAdapter({ url, user, password, secrets, network, genesis, ...limit });
  }
  const node = new HttpEvmNode({ url, headers: authorization === null ? {} : { authorization }, secrets, ...limit });
  return new EvmAdapter({ node, chainId: terms.chainId, isListed });
}

async function checkNode(terms: OpenableChain, address: string | null, setting: string, log: Logger): Promise<void> {
  if (address === null) return;
  const { code, name } = terms;
  try {
    await adapterOf(terms, address, () => false, { timeoutMs: startLimitMs }).head();
  } catch (error) {
    if (error instanceof OtherNetwork)
      throw new ChainsUnusable(`The node of ${code} in ${setting} does not follow the network ${name}.`);
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ chain: code, setting, err: error }, 'a node of a chain does not answer');
  }
}

async function checkSigner(signer: Signer, code: string, log: Logger): Promise<void> {
  try {
    await signer.depositXpub(code);
  } catch (error) {
    if (error instanceof SignerRefused)
      throw new ChainsUnusable(`The signer cannot serve ${code}, which CHAIN_NODES follows: ${error.message}`);
    if (!(error instanceof SignerUnavailable)) throw error;
    log.warn({ chain: code, err: error }, 'the signer does not answer');
  }
}

/** A signer whose deposit addresses are those of the keys that the operator noted. */
function withXpubs(signer: Signer, xpubs: ReadonlyMap<string, string>): Signer {
  return {
    depositXpub: async (chain) => {
      const own = await signer.depositXpub(chain);
      if (own !== xpubs.get(chain)) throw new SignerRefused(`its deposit key differs from the one in CHAIN_XPUBS.`);
      return own;
    },
    address: async (chain, wallet) => signer.address(chain, wallet),
    coldAddress: async (chain) => signer.coldAddress(chain),
    slotOf: async (reference) => signer.slotOf(reference),
    check: async (request) => signer.check(request),
    sign: async (request) => signer.sign(request),
  };
}
