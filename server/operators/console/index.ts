export {
  answered,
  changed,
  type ConsoleAnswer,
  type ConsoleFile,
  ConsoleGateway,
  type ConsoleRefused,
  type Look,
  prepared,
  type ChangeContext,
  refusal,
  type StaffMember,
  type StaffRoll,
  type Subject,
} from '../../ground/console-gateway/index.ts';
export { Approvals } from './approvals/index.ts';
export { AuditLog, AuditWatch, resolveOpenIntents } from './audit/index.ts';
export { createConsoleHttp } from './listener.ts';
export { operatorsConsole } from './capability.ts';
export { operatorCommand, StaffSessions, StoredStaffRoll } from './staff/index.ts';
export { Alarms, Queues } from './home/index.ts';
export { type DecisionGrounds, withGrounds } from '../../ground/console-gateway/decision-grounds.ts';
export { indexDecisions } from './index-decisions.ts';
export { differences, FigureReader, figureText, type Unit, unitText } from '../../ground/console-gateway/figures/index.ts';
export { hasOwnVote, isSamePerson } from '../../ground/console-gateway/same-person.ts';
export { readSequencePage, type SequencePage, sequencePageOf } from '../../ground/console-gateway/sequence-pages.ts';
