import { registerUsers } from './console.ts';
import type { UserParts } from './user-parts.ts';
import { migrations } from './migrations/index.ts';
import { userNotesPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

/** Users as staff see them. */
export const users = {
  tables: userNotesPrivileges,
  migrations,
  open: () => ({
    console: ({ console, ...parts }: UserParts & With<'console'>): void => {
      registerUsers(console, parts);
    },
  }),
};
