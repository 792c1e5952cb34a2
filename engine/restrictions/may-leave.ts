import { leavingRule } from '../movement.ts';

/** A restricted person's money stays, except what the venue takes back or is owed. */
export const restrictionRules = [
  leavingRule({
    reason: 'outflow_stopped',
    appliesTo: ['person'],
    precedesBalance: true,
    refusal: ({ restrictions }, { user }) => (restrictions.stopsOutflow(user) ? { reason: 'outflow_stopped' } : null),
  }),
] as const;
