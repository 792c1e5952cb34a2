export { AuditLog } from './audit-log.ts';
export { AuditWatch } from './audit-watch.ts';
export { resolveOpenIntents } from './resolve-open-intents.ts';
export { type AuditHead, headText, parseHead, type Verification, verifyAuditLog } from './verify-audit-log.ts';
export { type AuditRouteParts, registerAudit } from './routes.ts';
