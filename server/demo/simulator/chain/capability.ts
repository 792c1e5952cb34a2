import { type DemoChainParts, registerDemoChain } from './routes.ts';
import type { With } from '../../../ground/parts.ts';

/** The explorer, the faucet and the wallets outside of a demo. */
export const demoChain = {
  open: ({ gateway, ...parts }: DemoChainParts & With<'gateway'>): void => {
    registerDemoChain(gateway, parts);
  },
};
