export { demoChain } from './capability.ts';
export { ChainNotStored, DemoChain, demoChainId, type DemoChainOptions } from './demo-chain.ts';
export { DemoNode } from './demo-node.ts';
export { DemoWorld, type DemoWorldOptions } from './demo-world.ts';
export { type DemoPayment, OutsideWallets, payOnChain } from './wallets.ts';
