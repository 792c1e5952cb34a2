import { appMigration } from '../../../ground/database/index.ts';

/** The approvals by people of the last day are summed at each further one. */
export const approvedSteps = appMigration(
  `create index withdrawal_steps_approved on withdrawal_steps (at) where stage = 'approved' and staff_id is not null`,
);
