import { votingRoles } from '@bourse/contract/console';
import { ApprovalLists, type ApprovalRouteParts, registerApprovals } from './approvals/index.ts';
import { type AuditRouteParts, registerAudit } from './audit/index.ts';
import { type ExportRouteParts, registerExports } from './exports/routes.ts';
import { type HealthParts, registerHealth } from './health/routes.ts';
import { addOwnAlarms, type HomeParts, type OwnAlarmParts, registerHome } from './home/index.ts';
import { registerSettings, type SettingsParts } from './settings/routes.ts';
import { registerStaff, sealedOfStaff, type StaffParts } from './staff/index.ts';
import { migrations } from './migrations/index.ts';
import { approvalPrivileges } from './tables/approvals.ts';
import { operatorPrivileges } from './tables/operators.ts';
import { staffPrivileges } from './tables/staff.ts';

/** The parts of the console that belong to no other capability. */
export type OwnConsoleParts = ApprovalRouteParts &
  AuditRouteParts &
  ExportRouteParts &
  HealthParts &
  HomeParts &
  OwnAlarmParts &
  SettingsParts &
  StaffParts;

/** Queues and alarms, staff, approvals, the audit log, the site settings and the state of the exchange. */
export const operatorsConsole = {
  tables: { ...approvalPrivileges, ...operatorPrivileges, ...staffPrivileges },
  migrations,
  sealed: sealedOfStaff,
  open: () => ({
    console: (parts: OwnConsoleParts): void => {
      registerHome(parts);
      registerApprovals(parts);
      registerAudit(parts);
      registerSettings(parts);
      registerStaff(parts);
      registerHealth(parts);
      registerExports(parts);
      addOwnAlarms(parts);
      const lists = new ApprovalLists(parts);
      parts.queues.add({
        name: 'approvals',
        screen: '/approvals',
        roles: votingRoles,
        count: async (staff) => {
          const { count, oldestMs } = await lists.waiting(staff);
          return { count, oldestAtMs: oldestMs };
        },
      });
    },
  }),
};
