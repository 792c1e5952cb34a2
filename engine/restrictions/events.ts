import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { audit, user } from '../declaration/vocabulary.ts';
import { restrictionScope } from './commands.ts';

export const restrictionEvents = {
  /** The `order_ended` and `lever_revoked` of cancelled orders follow, with the reason `restricted`. */
  user_restricted: event({ user, before: restrictionScope, after: restrictionScope, ...audit }, 'user'),
};
type Of<Type extends keyof typeof restrictionEvents> = EventOf<typeof restrictionEvents, Type>;
export type UserRestricted = Of<'user_restricted'>;
