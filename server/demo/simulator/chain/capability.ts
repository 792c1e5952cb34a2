import type { Gateway } from '../../../ground/gateway/index.ts';
import { type DemoChainParts, registerDemoChain } from './routes.ts';

/** The explorer, the faucet and the wallets outside of a demo. */
export const demoChain = {
  open: ({ gateway, ...parts }: DemoChainParts & { readonly gateway: Gateway }): void => {
    registerDemoChain(gateway, parts);
  },
};
