import type { Reader } from '../exchange.ts';
import type { Restriction } from './state.ts';

export type { RestrictionScope, RestrictUser } from './commands.ts';
export type { UserRestricted } from './events.ts';
export type { Restriction } from './state.ts';

/** The restricted users by id, for `exchange.read`. */
export const restrictedUsers: Reader<readonly Restriction[]> = ({ restrictions }) => restrictions.all();
