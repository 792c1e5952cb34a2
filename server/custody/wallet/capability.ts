import type { Gateway } from '../../ground/gateway/index.ts';
import { registerVenueMoney, type WalletConsoleParts } from './console.ts';
import { registerWallet, type WalletParts } from './routes.ts';

export const wallet = {
  open: ({ gateway, ...parts }: WalletParts & { readonly gateway: Gateway }) => {
    registerWallet(gateway, parts);
    return {
      console: (own: WalletConsoleParts): void => {
        registerVenueMoney(own);
      },
    };
  },
};
