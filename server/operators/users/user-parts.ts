import type { With } from '../../ground/parts.ts';

/** Dependencies of the console's calls about users. */
export type UserParts = With<'db' | 'identityDb' | 'now' | 'secondFactors' | 'sessions' | 'views'>;
