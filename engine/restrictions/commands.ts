import { decision } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { user } from '../declaration/vocabulary.ts';

/**
 * How far a user is restricted: `outflow` stops money from leaving the user's accounts, and escrows, `trading` also
 * stops new orders of every kind, deposits of savings and conversions. Cancelling, reducing and redeeming always remain
 * possible, and so does receiving money, except coins that another user sends.
 */
export const restrictionScope = choice('none', 'outflow', 'trading');
export type RestrictionScope = ValueOf<typeof restrictionScope>;

export const restrictionCommands = {
  /**
   * Restricts a user or lifts a restriction. `before` is the scope that the operator saw: two operators who decide at
   * the same time must not undo each other's decisions. With the scope `trading` the user's open orders are cancelled:
   * those of the spot market, waiting stop orders included, and waiting and entrusted orders of leverage. Positions
   * remain. Either scope also cancels unpaid escrows, and appeals the paid ones that the user sells.
   */
  restrict_user: decision({ user, before: restrictionScope, scope: restrictionScope }),
};
type Of<Type extends keyof typeof restrictionCommands> = CommandOf<typeof restrictionCommands, Type>;
export type RestrictUser = Of<'restrict_user'>;
