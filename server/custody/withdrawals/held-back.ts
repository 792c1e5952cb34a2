import type { UserId } from '@bourse/engine';
import type { Views } from '../../ground/feed/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { creditView } from '../credits/index.ts';

/** The reason why no money of a user may leave, although it was held before: staff restricted the user, or a debt. */
export type HeldBack = 'restricted' | 'indebted';

/** Why the withdrawals of a user wait for people, as of the last committed command; null if they need not. */
export function heldBack(views: Views, user: UserId): HeldBack | null {
  if (restrictionView.of(views).scopeOf(user) !== 'none') return 'restricted';
  return creditView.of(views).debtsOf(user).length > 0 ? 'indebted' : null;
}
