import type { AppealFinding } from '@bourse/contract/p2p';
import { userId, type UserId, venue } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../../ground/database/index.ts';
import { restrictionView } from '../../../../people/restrictions/index.ts';
import type { OrderParts } from '../order-parts.ts';
import type { Order } from '../stored-order.ts';
import type { RestrictionStage } from '../tables.ts';

type RestrictionParts = Pick<OrderParts, 'core' | 'db' | 'identityDb' | 'views'>;

const perRound = 50;

/** The stages of restrictions that a decision still wants. */
const wanted = ['due', 'done', 'found'] as const;

/** A restriction that follows from the decision about an appeal. */
interface Restriction {
  readonly appeal: number;
  readonly user: UserId;
  readonly stage: RestrictionStage;
  readonly decidedBy: number | null;
  readonly liftedBy: number | null;
}

/** The user whose account a finding restricts. */
export function restrictedBy(
  { buyer, seller }: Pick<Order, 'buyer' | 'seller'>,
  finding: AppealFinding,
): UserId | null {
  if (finding === 'not_paid') return buyer;
  return finding === 'not_released' ? seller : null;
}

interface Decision {
  readonly appeal: number;
  readonly order: Pick<Order, 'buyer' | 'seller'>;
  readonly finding: AppealFinding;
  /** A member of staff; null for a demo. */
  readonly by: number | null;
}

/** Stores the restriction that follows from a decision, in the transaction in which that takes effect. */
export async function noteRestriction(
  transaction: Transaction<Schema>,
  { appeal, by, finding, order }: Decision,
): Promise<void> {
  const user = restrictedBy(order, finding);
  if (user === null) return;
  await transaction
    .insertInto('p2p_restrictions')
    .values({ appeal_id: appeal, user_id: user, stage: 'due', decided_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Changes the restrictions of a decision in the transaction of its review. The finding may now restrict the other side.
 * The restriction of the side that it no longer restricts ends if the review says so, or if it is not in force yet.
 */
export async function reviewRestrictions(
  transaction: Transaction<Schema>,
  review: Decision & { readonly lift: boolean },
): Promise<void> {
  const { appeal, by, finding, lift, order } = review;
  const user = restrictedBy(order, finding);
  const own = transaction
    .updateTable('p2p_restrictions')
    .set({ stage: 'lift', lifted_by: by })
    .where('appeal_id', '=', String(appeal));
  const over = lift
    ? own.where('stage', 'in', wanted)
    : own.where('stage', '=', 'due').where('user_id', '<>', String(user ?? 0));
  await over.execute();
  await noteRestriction(transaction, review);
}

/**
 * Carries out restrictions that wait. They wait for accounts that may not trade either: otherwise a user could freeze
 * the own account before the decision, and free it afterwards.
 */
export async function carryOutRestrictions(parts: RestrictionParts): Promise<void> {
  const { identityDb, views } = parts;
  const later = restrictionView.of(views).usersWith('trading').map(String);
  const rows = await identityDb
    .selectFrom('p2p_restrictions')
    .selectAll()
    .where('stage', 'in', ['due', 'lift'])
    .$if(later.length > 0, (query) => query.where('user_id', 'not in', later))
    .orderBy('appeal_id')
    .orderBy('user_id')
    .limit(perRound)
    .execute();
  for (const row of rows) {
    const user = userId(safeInteger(row.user_id));
    const { decided_by: decidedBy, lifted_by: liftedBy, stage } = row;
    await carryOut(parts, { appeal: safeInteger(row.appeal_id), user, stage, decidedBy, liftedBy });
  }
}

async function carryOut(parts: RestrictionParts, restriction: Restriction): Promise<void> {
  const { appeal, stage, user } = restriction;
  const scope = restrictionView.of(parts.views).scopeOf(user);
  if (scope === 'trading') return;
  const next = stage === 'lift' ? await lift(parts, restriction, scope) : await impose(parts, restriction, scope);
  if (next === null) return;
  await parts.identityDb
    .updateTable('p2p_restrictions')
    .set({ stage: next })
    .where('appeal_id', '=', String(appeal))
    .where('user_id', '=', String(user))
    // A review may have ended it meanwhile.
    .where('stage', '=', stage)
    .execute();
}

/** Null if another decision has changed the restriction in between; the next round looks again. */
async function impose(
  parts: RestrictionParts,
  { decidedBy, user }: Restriction,
  scope: RestrictionScope,
): Promise<RestrictionStage | null> {
  // It may be that of an earlier process, which has not stored it.
  if (scope !== 'none') return (await isOfAppeal(parts, user)) ? 'done' : 'found';
  return (await restrict(parts, user, 'outflow', decidedBy)) ? 'done' : null;
}

async function lift(
  parts: RestrictionParts,
  { appeal, liftedBy, user }: Restriction,
  scope: RestrictionScope,
): Promise<RestrictionStage | null> {
  if (scope === 'none' || !(await isOfAppeal(parts, user))) return 'lifted';
  const other = await parts.identityDb
    .selectFrom('p2p_restrictions')
    .select('appeal_id')
    .where('user_id', '=', String(user))
    .where('appeal_id', '<>', String(appeal))
    .where('stage', 'in', wanted)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return 'lifted';
  return (await restrict(parts, user, 'none', liftedBy)) ? 'lifted' : null;
}

async function restrict(
  { core }: RestrictionParts,
  user: UserId,
  scope: 'none' | 'outflow',
  by: number | null,
): Promise<boolean> {
  const before = scope === 'none' ? 'outflow' : 'none';
  const operator = operatorOf(by);
  const { outcome } = await core.submit({
    type: 'restrict_user',
    user,
    before,
    scope,
    operator,
    cause: 'appeal',
  });
  return outcome.type !== 'rejected';
}

/**
 * Whether the restriction of a user was imposed because of an appeal. Freezes by the owner, which are the venue's
 * commands, leave the restriction below them as it was.
 */
async function isOfAppeal({ db }: RestrictionParts, user: UserId): Promise<boolean> {
  const last = await db
    .selectFrom('settings_log')
    .select(['cause', 'after'])
    .where('change', '=', 'user_restricted')
    .where('user_id', '=', String(user))
    .where('operator', '<>', String(venue))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.cause === 'appeal' && last.after === JSON.stringify('outflow');
}

/** The issuer of a command: a member of staff, or the exchange itself in a demo. */
export function operatorOf(staff: number | null): UserId {
  return staff === null ? venue : userId(staff);
}
