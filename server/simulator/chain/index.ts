export { demoChain } from './capability.ts';
export { DemoChain, demoChainId } from './demo-chain.ts';
export { DemoNode } from './demo-node.ts';
export { DemoWorld } from './demo-world.ts';
export { type DemoPayment, OutsideWallets, payOnChain } from './wallets.ts';
