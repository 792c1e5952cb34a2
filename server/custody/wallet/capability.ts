import type { Gateway } from '../../ground/gateway/index.ts';
import { registerVenueMoney, type WalletConsoleParts } from './console.ts';
import { registerWallet, type WalletParts } from './routes.ts';

export const wallet = {
  register: ({ gateway, ...parts }: WalletParts & { readonly gateway: Gateway }): void => {
    registerWallet(gateway, parts);
  },
  console: (parts: WalletConsoleParts): void => {
    registerVenueMoney(parts);
  },
};
