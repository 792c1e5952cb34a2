/**
 * Version of the rules that turn commands into events. Incremented by every change that may produce other events for
 * the same commands, or another hash of the same events. Every batch of the journal carries the version that decided
 * it, and a replay applies a batch by the rules of that version wherever the result would differ.
 *
 * - 2: the end of an order no longer repeats known facts of the order, and the events of orders are hashed in fewer
 *   steps
 * - 3: rejected requests are not remembered, and the remembered keys of all users together are limited
 * - 4: the rules about what may leave an account apply to every command, a stop of a user's trading reaches leverage,
 *   `debit` is only replayed, the ticks of a source for an asset are at least 100 ms apart, a seconds contract lasts at
 *   least 10 seconds, and the index rule in force withdraws one that waits
 * - 5: a mark is as of the oldest observation that it is computed from, and orders, closes and stops of leverage
 *   execute at the first mark that is not older than they are; a limit order whose price is reached waits for its tick;
 *   the kinds of work that marks make due take turns, and unpaid profits stay claims; a hold of a withdrawal may be
 *   settled to its own account
 * - 6: no order that comes later counts against one that fills, a limit order that waits for its tick holds what an
 *   order at the market would, what a mark has reached can no longer be changed, and a close that has its mark is not
 *   overtaken by a liquidation or by deleveraging; an observation is as of its arrival at the latest; `set_lever_stops`
 *   and `close_all_lever` are refused if their key cannot be remembered; a position that covers the loss of a close is
 *   closed at no mark that is older than the close
 * - 7: coins of a released escrow first pay what the buyer owes, as deposits do
 */
export const logicVersion = 7;

/** The first version that remembers accepted requests only and limits the number of remembered keys of all users. */
export const boundedKeysVersion = 3;

/** The first version in which every movement is checked by the rules of all capabilities, see `leaving.ts`. */
export const leavingRulesVersion = 4;

/** The first version that refuses ticks of a source in quick succession, and durations that cannot settle. */
export const spacedTicksVersion = 4;

/** The first version in which the index rule in force withdraws one that waits. */
export const withdrawnRulesVersion = 4;

/** The first version in which a mark is as of the oldest observation that it is computed from. */
export const datedMarksVersion = 5;

/** The first version in which a limit order whose price is reached waits for its tick. */
export const waitingLimitsVersion = 5;

/** The first version in which the kinds of work that marks make due take turns. */
export const workInTurnsVersion = 5;

/** The first version in which a profit that the house cannot pay stays a claim. */
export const keptClaimsVersion = 5;

/** The first version in which nothing but its tick and its own terms decide about an order or a close that waits. */
export const boundWorkVersion = 6;

/** The first version in which an observation ahead of the exchange's clock is as of its arrival. */
export const datedArrivalsVersion = 6;

/** The first version that refuses a request that could take effect twice if its key cannot be remembered. */
export const requiredKeysVersion = 6;

/** The first version in which the covers of a close are closed at no mark that is older than the close. */
export const datedCoversVersion = 6;

/** The first version in which a withdrawal may return to its account less its fee. */
export const returnedHoldsVersion = 5;

/** The first version in which coins of a released escrow pay what the buyer owes. */
export const releasedDebtsVersion = 7;
