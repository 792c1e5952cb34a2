export { changed, type ChangeContext, type ActionContext, type Changed, type Prepared, prepared } from './actions.ts';
export { stepUpMs } from './admission.ts';
export { answered, type ConsoleAnswer, type ConsoleRefused, refusal } from './answer.ts';
export { ConsoleGateway } from './console-gateway.ts';
export type { ConsoleFile, Entry, Look } from './handled.ts';
export type {
  Admit,
  ApprovalExecutor,
  ApprovalPort,
  ApprovalRequest,
  AuditEntry,
  AuditKind,
  AuditPort,
  ExecutionResult,
  OwnAffair,
  StaffId,
  StaffMember,
  StaffRequest,
  StaffRoll,
  StaffSessionSource,
  Subject,
} from './ports.ts';
export { Alarms } from './alarms.ts';
export { type DecisionGrounds, withGrounds } from './decision-grounds.ts';
export { differences, FigureReader, figureText, type Unit, unitText } from './figures/index.ts';
export { Queues } from './queues.ts';
export type { ConcernRefusal, OwnerOf } from './concerns.ts';
export { readSequencePage, type SequencePage, sequencePageOf } from './sequence-pages.ts';
export type { ApprovedRequest } from './ports.ts';
export type { EnrolledStaff } from './ports.ts';
export { Actions } from './actions.ts';
export type { Decision } from './actions.ts';
export type { Grounds } from './actions.ts';
export { keepFoundAnswer } from './money-requests.ts';
export type { ActiveAlarm } from './alarms.ts';
export type { AlarmDetails } from './alarms.ts';
export { knownUser, subjectOf } from './user-subject.ts';
export { consoleStored } from './stored.ts';
