import type { Gateway } from '../gateway/index.ts';
import { type OperatorParts, registerOperator } from './routes.ts';

export const operator = {
  register: ({ gateway, ...parts }: OperatorParts & { readonly gateway: Gateway }): void => {
    registerOperator(gateway, parts);
  },
};
