export { Approvals, votingRoles } from './approvals.ts';
