import { registerUsers } from './console.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleGateway } from '../../ground/console-gateway/index.ts';
import { migrations } from './migrations/index.ts';
import { userNotesPrivileges } from './tables.ts';

/** Users as staff see them. */
export const users = {
  tables: userNotesPrivileges,
  migrations,
  open: () => ({
    console: ({ console, ...parts }: UserParts & { readonly console: ConsoleGateway }): void => {
      registerUsers(console, parts);
    },
  }),
};
