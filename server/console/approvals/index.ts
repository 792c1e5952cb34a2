export { ApprovalLists } from './approval-lists.ts';
export { Approvals } from './approvals.ts';
export { registerApprovals } from './routes.ts';
