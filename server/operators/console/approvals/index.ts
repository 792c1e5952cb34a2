export { Approvals } from './approvals.ts';
export { type ApprovalRouteParts, registerApprovals } from './routes.ts';
export { ApprovalLists } from './approval-lists.ts';
