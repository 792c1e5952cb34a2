import { Unavailable } from '../../ground/background/index.ts';

/** A point of a chain. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/** A payment inside a transaction. */
export interface ChainTransfer {
  /** The hash of the transaction. */
  readonly tx: string;
  /** The place among the transfers of its transaction, from 0; it stays the same in another block. */
  readonly ordinal: number;
  /** The paying address; null where the chain has none, such as Bitcoin. */
  readonly from: string | null;
  /** The receiving address in its canonical form, in which `deriveAddress` and `checkAddress` write it. */
  readonly to: string;
  readonly memo: string | null;
  /** `''` for the coin of the chain, otherwise the contract of a token in its canonical form. */
  readonly asset: string;
  /** In the smallest units of the asset on the chain. */
  readonly amount: bigint;
}

/** A block with all transfers of the coin and of the listed tokens to any address. */
export interface ChainBlock extends BlockRef {
  readonly parent: string;
  readonly timeMs: number;
  readonly transfers: readonly ChainTransfer[];
}

/** Fees in the smallest units of the coin: for a unit of gas (EVM) or a virtual byte (Bitcoin). */
export interface ChainFee {
  readonly maximum: bigint;
  /** The part that goes to the miner on chains with a base fee; 0 on others. */
  readonly priority: bigint;
}

/** An output that was received and not yet spent, on chains with outputs. */
export interface Unspent {
  readonly tx: string;
  readonly output: number;
  readonly address: string;
  /** The index of the key of the address. */
  readonly keyIndex: number;
  readonly amount: bigint;
}

/** The payments of a transaction, and the outputs or the nonce that it uses. */
export interface TransactionPlan {
  /** The paying address. */
  readonly from: string;
  readonly outputs: readonly {
    readonly to: string;
    readonly memo: string | null;
    readonly asset: string;
    readonly amount: bigint;
  }[];
  /** The nonce of the transaction; 0 on chains with outputs. */
  readonly nonce: number;
  /** The outputs to spend, the first of which is the slot; empty on chains with nonces. */
  readonly inputs: readonly Unspent[];
  readonly fee: ChainFee;
  /** The only output receives everything that the fee leaves, instead of its amount; for chains with outputs. */
  readonly paysRest?: boolean;
}

/** A transaction without signatures, as the signer reads it. */
export interface UnsignedTransaction {
  /** EVM: an unsigned EIP-1559 transaction in hex; Bitcoin: a PSBT in base64. */
  readonly encoded: string;
  /**
   * Used by at most one transaction of the chain: `ADDRESS/NONCE`, or `TX:OUTPUT` of the first input. Two
   * transactions with one slot can never both be final.
   */
  readonly slot: string;
  /** The highest network fee that it can cost, in the smallest units of the coin. */
  readonly maximumFee: bigint;
  /** The gas that it uses by the node's estimate; null on chains without gas. */
  readonly gas: bigint | null;
}

/**
 * `accepted`: the node has it now. `known`: it had it already, or it is mined. `underpriced`: its fee is too low, alone
 * or to replace another. `unfunded`: its wallet has too little coin for it and those before it. `slot_used`: another
 * transaction with its slot is mined. `invalid`: it can never be mined.
 */
export type BroadcastResult = 'accepted' | 'known' | 'underpriced' | 'unfunded' | 'slot_used' | 'invalid';

/** `absent`: the node does not know it. `reverted`: it is mined, paid nothing and used its slot. */
export type TransactionStatus =
  | { readonly state: 'absent' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined' | 'reverted';
      readonly block: BlockRef;
      /** The network fee that was paid, in the smallest units of the coin. */
      readonly fee: bigint;
    };

/**
 * `malformed` also covers a wrong check sum and an address of another network. `keyless`: no one can spend coins that
 * are sent there.
 */
export type AddressCheck = { readonly address: string } | { readonly problem: 'malformed' | 'keyless' };

/** A chain node could not be asked, or its answers contradict each other. The same question may be asked again. */
export class ChainUnavailable extends Unavailable {
  override readonly name: string = 'ChainUnavailable';
}

/** The node answers, but refuses this question, such as one about a single payment; others may be answered. */
export class QuestionRefused extends ChainUnavailable {
  override readonly name = 'QuestionRefused';
}

/** The node follows another network than the one that it was opened for. */
export class OtherNetwork extends ChainUnavailable {
  override readonly name = 'OtherNetwork';
}

/** The node says that a payment would be reverted, such as one to a contract that takes no coins. */
export class PaymentReverts extends Error {
  override readonly name = 'PaymentReverts';
}

/**
 * Reads a chain and sends transactions through a node. It holds no keys. Each method throws `ChainUnavailable` when
 * the node does not answer, answers in part or contradicts itself; no method returns an incomplete result.
 */
export interface ChainAdapter {
  readonly kind: 'evm' | 'bitcoin';
  /** Whether transactions spend outputs instead of using nonces. */
  readonly spendsOutputs: boolean;
  head(): Promise<BlockRef>;
  /** The block at a height of the node's current branch; null above its head. */
  block(height: number): Promise<ChainBlock | null>;
  /** The transfers of a transaction and its block, which is null while it is not mined; null if it is unknown. */
  transfersOf(
    tx: string,
  ): Promise<{ readonly block: BlockRef | null; readonly transfers: readonly ChainTransfer[] } | null>;
  /** The slot that a transaction uses, as `plan` writes it; null if the node does not know the transaction. */
  slotOf(tx: string): Promise<string | null>;
  /** Whether a transaction of the current branch has used a slot. */
  isSlotUsed(slot: string): Promise<boolean>;
  /** The outputs that a transaction spends, in order; empty on chains with nonces, null if it is unknown. */
  inputsOf(tx: string): Promise<readonly Pick<Unspent, 'tx' | 'output'>[] | null>;
  /** The address with an index below an extended public key. Pure. */
  deriveAddress(xpub: string, index: number): string;
  /** The canonical form of an address that a person typed. Pure. */
  checkAddress(text: string): AddressCheck;
  /** The current fee of a transaction that should be mined within a few blocks. */
  fee(): Promise<ChainFee>;
  /** The number of mined transactions of an address, which is its next nonce; 0 on chains with outputs. */
  minedNonce(address: string): Promise<number>;
  /**
   * The outputs that a transaction spends: those that it has to, and as few others as its payments and fee need; null
   * if all together do not suffice. Pure; empty on chains with nonces.
   */
  chooseInputs(
    plan: Omit<TransactionPlan, 'inputs'>,
    fixed: readonly Unspent[],
    others: readonly Unspent[],
  ): readonly Unspent[] | null;
  /** @throws PaymentReverts, or RangeError if the inputs do not cover the payments and the fee */
  plan(plan: TransactionPlan): Promise<UnsignedTransaction>;
  /**
   * Whether an unsigned transaction makes exactly these payments, with this nonce, and returns everything else to the
   * paying address. Pure.
   */
  makes(encoded: string, payments: Omit<TransactionPlan, 'fee' | 'inputs'>): boolean;
  /** The hash of a signed transaction. Pure. */
  hashOf(raw: string): string;
  broadcast(raw: string): Promise<BroadcastResult>;
  /** The states of transactions by hash. */
  status(hashes: readonly string[]): Promise<ReadonlyMap<string, TransactionStatus>>;
  /** The balances of addresses in one asset at a height of the current branch, by address. */
  balances(addresses: readonly string[], asset: string, height: number): Promise<ReadonlyMap<string, bigint>>;
  /** The decimals that a token contract states; null if there is no such contract. */
  tokenDecimals(contract: string): Promise<number | null>;
}
