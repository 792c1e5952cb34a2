export type {
  BlockRef,
  ChainAdapter,
  ChainBlock,
  ChainFee,
  ChainTransfer,
  TransactionPlan,
  TransactionStatus,
  UnsignedTransaction,
  Unspent,
} from './adapter.ts';
export { ChainUnavailable, PaymentReverts, QuestionRefused } from './adapter.ts';
export { chains } from './capability.ts';
export { chainAmount, unitsFromChain } from './chain-units.ts';
export { declaredChains, openableChains } from './declared-chains.ts';
export { demoTokenAddress } from './demo-protocols.ts';
export { EvmAdapter } from './evm/evm-adapter.ts';
export { type EvmNode, NodeRefusal } from './evm/evm-node.ts';
export { ChainsUnusable, liveChains } from './live-chains.ts';
export type { Chains, ChainSource, CurrencyProtocol, OpenChain, OpenedChains, ProtocolFee } from './ports.ts';
export { VenueChains } from './venue-chains.ts';
export { networkOnWire, protocolOnWire } from './wire.ts';
