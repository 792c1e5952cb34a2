import type { ChainAdapter, ChainBlock, ChainSource, OpenChain } from '../custody/chains/index.ts';
import type { Signer } from '../custody/signer/index.ts';
import { TestWorld } from './test-world.ts';

/** Answers of a node that replace the honest ones. */
export type NodeFaults = {
  -readonly [
    Name in 'head' | 'block' | 'fee' | 'minedNonce' | 'plan' | 'broadcast' | 'status' | 'balances'
  ]?: ChainAdapter[Name];
};

/** A world whose node and signer answer as a test says, between an honest chain and an honest exchange. */
export class FaultyWorld {
  readonly world: TestWorld;
  node: NodeFaults = {};
  /** Answers of a second node; null if the exchange asks one node only. */
  second: NodeFaults | null = null;
  sign: ((honest: Signer, ...request: Parameters<Signer['sign']>) => ReturnType<Signer['sign']>) | null = null;
  check: ((honest: Signer, ...request: Parameters<Signer['check']>) => ReturnType<Signer['check']>) | null = null;
  coldAddress: Signer['coldAddress'] | null = null;
  address: Signer['address'] | null = null;
  /** Terms of the chain that differ from the demo's. */
  terms: Partial<OpenChain> = {};
  #honest: ChainAdapter | null = null;
  #signer: Signer | null = null;

  private constructor(world: TestWorld) {
    this.world = world;
  }

  static open(): FaultyWorld {
    return new FaultyWorld(TestWorld.open());
  }

  get chain(): TestWorld['chain'] {
    return this.world.chain;
  }

  /** The honest node. */
  get honest(): ChainAdapter {
    if (this.#honest === null) throw new Error('No exchange follows this world yet.');
    return this.#honest;
  }

  async hotWallet(): Promise<string> {
    if (this.#signer === null) throw new Error('No exchange follows this world yet.');
    return this.#signer.address('demo', { kind: 'hot' });
  }

  /** The options of an exchange in this world. */
  get options(): { readonly chains: ChainSource; readonly demoWorld: TestWorld['world'] } {
    return { chains: this.#source, demoWorld: this.world.world };
  }

  /** Everything is honest again. */
  mend(): void {
    this.node = {};
    this.check = null;
    this.sign = null;
    this.coldAddress = null;
    this.address = null;
  }

  /** The node shows these blocks, by their heights in order, and none above them. */
  show(blocks: readonly ChainBlock[]): void {
    const last = blocks.at(-1);
    if (last === undefined) throw new Error('A chain has blocks.');
    const { honest } = this;
    const shown = async (height: number): Promise<ChainBlock | null> => {
      if (height > last.height) return null;
      return blocks.find((block) => block.height === height) ?? honest.block(height);
    };
    this.node = { ...this.node, head: async () => ({ height: last.height, hash: last.hash }), block: shown };
  }

  /** The blocks of the honest chain between two heights. */
  async blocks(from: number, to = this.chain.head.height): Promise<readonly ChainBlock[]> {
    const heights = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((at) => at >= 0);
    const read = await Promise.all(heights.map(async (height) => this.honest.block(height)));
    return read.filter((block) => block !== null);
  }

  /** Empty blocks of another branch on top of the block at a height. */
  async branch(fork: number, length: number, name: string): Promise<readonly ChainBlock[]> {
    const below = await this.honest.block(fork);
    let parent = below?.hash ?? '';
    return Array.from({ length }, (_, at) => {
      const height = fork + 1 + at;
      const hash = `0x${Buffer.from(`${name} ${height}`).toString('hex').padStart(64, '0')}`;
      const block = { height, hash, parent, timeMs: 0, transfers: [] };
      parent = hash;
      return block;
    });
  }

  close(): void {
    this.world.close();
  }

  readonly #source: ChainSource = async (surroundings) => {
    const { chains, signer, ...opened } = await this.world.options.chains(surroundings);
    this.#signer = signer;
    return {
      ...opened,
      signer: {
        ...signerOf(signer),
        address: async (chain, wallet) => this.address?.(chain, wallet) ?? signer.address(chain, wallet),
        coldAddress: async (chain) => this.coldAddress?.(chain) ?? signer.coldAddress(chain),
        check: async (request) => this.check?.(signer, request) ?? signer.check(request),
        sign: async (request) => this.sign?.(signer, request) ?? signer.sign(request),
      },
      chains: chains.map((chain) => {
        this.#honest = chain.adapter;
        const second = this.second === null ? null : wrapped(chain.adapter, () => this.second ?? {});
        return { ...chain, ...this.terms, adapter: wrapped(chain.adapter, () => this.node), second };
      }),
    };
  };
}

function signerOf(signer: Signer): Signer {
  return {
    depositXpub: async (chain) => signer.depositXpub(chain),
    address: async (chain, wallet) => signer.address(chain, wallet),
    coldAddress: async (chain) => signer.coldAddress(chain),
    slotOf: async (reference) => signer.slotOf(reference),
    check: async (request) => signer.check(request),
    sign: async (request) => signer.sign(request),
  };
}

function wrapped(honest: ChainAdapter, faults: () => NodeFaults): ChainAdapter {
  const { kind, spendsOutputs } = honest;
  return {
    kind,
    spendsOutputs,
    head: async () => faults().head?.() ?? honest.head(),
    block: async (height) => faults().block?.(height) ?? honest.block(height),
    transfersOf: async (tx) => honest.transfersOf(tx),
    slotOf: async (tx) => honest.slotOf(tx),
    isSlotUsed: async (slot) => honest.isSlotUsed(slot),
    inputsOf: async (tx) => honest.inputsOf(tx),
    deriveAddress: (xpub, index) => honest.deriveAddress(xpub, index),
    checkAddress: (text) => honest.checkAddress(text),
    fee: async () => faults().fee?.() ?? honest.fee(),
    minedNonce: async (address) => faults().minedNonce?.(address) ?? honest.minedNonce(address),
    chooseInputs: (plan, fixed, others) => honest.chooseInputs(plan, fixed, others),
    plan: async (plan) => faults().plan?.(plan) ?? honest.plan(plan),
    makes: (encoded, payments) => honest.makes(encoded, payments),
    hashOf: (raw) => honest.hashOf(raw),
    broadcast: async (raw) => faults().broadcast?.(raw) ?? honest.broadcast(raw),
    status: async (hashes) => faults().status?.(hashes) ?? honest.status(hashes),
    balances: async (addresses, asset, height) =>
      faults().balances?.(addresses, asset, height) ?? honest.balances(addresses, asset, height),
    tokenDecimals: async (contract) => honest.tokenDecimals(contract),
  };
}
