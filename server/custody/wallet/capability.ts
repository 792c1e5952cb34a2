import { registerVenueMoney, type WalletConsoleParts } from './console.ts';
import { registerWallet, type WalletParts } from './routes.ts';
import type { With } from '../../ground/parts.ts';

export const wallet = {
  open: ({ gateway, ...parts }: WalletParts & With<'gateway'>) => {
    registerWallet(gateway, parts);
    return {
      console: (own: WalletConsoleParts): void => {
        registerVenueMoney(own);
      },
    };
  },
};
