import { type ApprovalRouteParts, registerApprovals } from './approvals/index.ts';
import { type AuditRouteParts, registerAudit } from './audit/index.ts';
import { registerSettings, type SettingsParts } from './settings/routes.ts';

/** The parts of the console that belong to no other capability. */
export type OwnConsoleParts = ApprovalRouteParts & AuditRouteParts & SettingsParts;

/** Staff, approvals, the audit log and the site settings. */
export const operatorsConsole = {
  console: (parts: OwnConsoleParts): void => {
    registerApprovals(parts);
    registerAudit(parts);
    registerSettings(parts);
  },
};
