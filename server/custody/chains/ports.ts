import type { CurrencyId } from '@bourse/engine';
import type { Logger } from 'pino';
import type { Signer } from '../signer/index.ts';
import type { ChainAdapter } from './adapter.ts';

/** A chain that this exchange follows. */
export interface OpenChain {
  readonly id: number;
  /** Known to the signer. */
  readonly code: string;
  readonly name: string;
  readonly adapter: ChainAdapter;
  /** A node of another operator that must agree before a deposit matures; null if there is none. */
  readonly second: ChainAdapter | null;
  /** The code and the decimals of its coin, in which network fees are paid. */
  readonly coin: string;
  readonly coinDecimals: number;
  /** The usual time between two blocks. */
  readonly blockMs: number;
  /** Confirmations after which deposits are credited. */
  readonly creditAfter: number;
  /** Confirmations after which deposits mature and withdrawals are settled. */
  readonly finalAfter: number;
  /** The highest fee that may be offered, per unit of gas or virtual byte, in the smallest units of the coin. */
  readonly maxFee: bigint;
  /** The first height that is read, on a chain that was not followed before: near its head. */
  readonly lookBack: number;
  /** Where a transaction can be looked at; null if nowhere. */
  readonly transactionUrl: (hash: string) => string | null;
}

/** Withdrawal fees: an amount in units of the currency, or millionths of the withdrawn amount. */
export type ProtocolFee =
  | { readonly kind: 'flat'; readonly units: number }
  | { readonly kind: 'rate'; readonly ppm: number };

/** The terms of a currency on a chain. Amounts are in units of the exchange's ledger. */
export interface CurrencyProtocol {
  readonly id: number;
  readonly currency: CurrencyId;
  /** The id of the chain. */
  readonly chain: number;
  /** The network as users know it, such as `ERC20`. */
  readonly code: string;
  readonly name: string;
  /** `''` for the coin of the chain, otherwise the contract of a token in its canonical form. */
  readonly asset: string;
  readonly assetDecimals: number;
  readonly opensDeposits: boolean;
  readonly opensWithdrawals: boolean;
  readonly memoRequired: boolean;
  readonly depositMin: number;
  readonly withdrawalMin: number;
  readonly withdrawalMax: number;
  readonly fee: ProtocolFee;
  readonly arrivalMinutes: number;
  /** The most gas that a withdrawal may use: its receiver decides how much it uses. Chains without gas ignore it. */
  readonly maxGas: number;
}

/** The chains and networks of an exchange. */
export interface Chains {
  readonly chains: readonly OpenChain[];
  /** Every network of every currency, by id. It changes when operators change terms. */
  readonly protocols: readonly CurrencyProtocol[];
  chain(id: number): OpenChain | null;
  protocol(id: number): CurrencyProtocol | null;
}

/** The chains and the signer that an exchange uses. */
export interface OpenedChains {
  readonly chains: readonly OpenChain[];
  readonly signer: Signer;
  readonly close: () => Promise<unknown>;
}

/** Opens the chains once their terms are known. */
export type ChainSource = (surroundings: {
  readonly protocols: () => readonly CurrencyProtocol[];
  /** Whether a contract, in lower case, is a token of a currency on a chain. */
  readonly isListed: (chain: number, contract: string) => boolean;
  readonly log: Logger;
}) => Promise<OpenedChains>;
