import { userCalls } from '@bourse/contract/console';
import type { UserParts } from './user-parts.ts';
import { changed, type ConsoleGateway, knownUser, refusal, subjectOf } from '../../ground/console-gateway/index.ts';

/** Serves the resets of second factors whose owners have lost them. */
export function registerFactorResets(console: ConsoleGateway, parts: UserParts): void {
  const { secondFactors } = parts;
  const { factors, mail, resets } = secondFactors;

  console.change(userCalls.resetUserFactor, async ({ id }, { by, committed, transaction }) => {
    const user = await knownUser({ identityDb: transaction }, id);
    if (user === null) return refusal('not_found');
    const methods = await factors.methodsOf(user, transaction);
    if (methods.length === 0) return refusal('factor_off');
    const dueAtMs = await resets.plan(transaction, user, by.id);
    if (dueAtMs === null) return refusal('reset_planned');
    committed(() => mail.wake());
    const after = { second_factor: [], due_at: dueAtMs };
    return changed({ due_at: dueAtMs }, { subject: subjectOf(user), before: { second_factor: methods }, after });
  });

  console.change(userCalls.stopFactorReset, async ({ id }, { transaction }) => {
    const user = await knownUser({ identityDb: transaction }, id);
    if (user === null) return refusal('not_found');
    if (!(await resets.stop(transaction, user))) return refusal('reset_not_planned');
    const before = { factor_reset: 'planned' };
    return changed(
      { stopped: true as const },
      { subject: subjectOf(user), before, after: { factor_reset: 'stopped' } },
    );
  });
}
