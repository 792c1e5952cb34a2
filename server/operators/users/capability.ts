import { registerUsers } from './console.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleGateway } from '../../ground/console-gateway/index.ts';

/** Users as staff see them. */
export const users = {
  open: () => ({
    console: ({ console, ...parts }: UserParts & { readonly console: ConsoleGateway }): void => {
      registerUsers(console, parts);
    },
  }),
};
