export { Approvals } from './approvals/index.ts';
export { AuditLog, AuditWatch, resolveOpenIntents } from './audit/index.ts';
export { createConsoleHttp } from './listener.ts';
export { operatorsConsole } from './capability.ts';
export { operatorCommand, StaffSessions, StoredStaffRoll } from './staff/index.ts';
