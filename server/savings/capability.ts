import type { Gateway } from '../gateway/index.ts';
import { registerSavings } from './routes.ts';

export const savings = {
  register: ({ gateway }: { readonly gateway: Gateway }): void => {
    registerSavings(gateway);
  },
};
