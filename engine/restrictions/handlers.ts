import { restrictUser } from './restrict-user.ts';

export const restrictionHandlers = { restrict_user: restrictUser };
