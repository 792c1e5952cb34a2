export { changed, type ChangeContext, type ActionContext, type Changed, type Prepared, prepared } from './actions.ts';
export { stepUpMs } from './admission.ts';
export { answered, type ConsoleAnswer, type ConsoleRefused, refusal } from './answer.ts';
export { ConsoleGateway, type ConsoleFile, type Entry, type Look } from './console-gateway.ts';
export type {
  ApprovalExecutor,
  ApprovalPort,
  ApprovalRequest,
  AuditEntry,
  AuditPort,
  ExecutionResult,
  StaffId,
  StaffMember,
  StaffRequest,
  StaffRoll,
  StaffSessionSource,
  Subject,
} from './ports.ts';
