import { LoginGuard, type SiteSettings } from '../../../people/identity/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import type { Secrets } from '../../../ground/secrets/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { ApprovalLists } from '../approvals/index.ts';
import { Enrolment } from './enrolment.ts';
import { FactorCheck } from './factor-check.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { StaffLogin } from './staff-login.ts';
import { StaffRegister } from './staff-register.ts';
import { registerStaffRoutes } from './staff-routes.ts';
import { StaffSecrets } from './staff-secrets.ts';
import type { ApprovalPort, AuditPort, StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface StaffParts extends With<'console' | 'demo' | 'identityDb' | 'now' | 'passwords' | 'staffSessions'> {
  /** The secrets of the exchange. */
  readonly secrets: Secrets;
  readonly settings: Pick<SiteSettings, 'app_name'>;
  readonly notify: Pick<Notify, 'messages' | 'delivery'>;
  readonly audit: AuditPort;
  readonly approvals: Pick<ApprovalPort, 'isRequired'>;
  readonly roll: StaffRoll;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  /** The origin at which staff reach the console, for the links of invitations. */
  readonly consoleOrigin: string;
}

/** Serves logins, enrolments and the management of the staff. */
export function registerStaff(parts: StaffParts): void {
  const { console, consoleOrigin: origin, identityDb: db, now, roll, settings, staffSessions: sessions } = parts;
  const secrets = new StaffSecrets(parts.secrets);
  const factors = new FactorCheck(secrets);
  const login = new StaffLogin({ ...parts, db, sessions, factors, guard: new LoginGuard() });
  const enrolment = new Enrolment({ ...parts, db, secrets, site: () => settings.app_name });
  const approvals = new ApprovalLists({ identityDb: db, roll, now });
  registerSessionRoutes(console, {
    ...parts,
    db,
    sessions,
    login,
    enrolment,
    waiting: async (member) => (await approvals.waiting(member)).count,
  });
  registerStaffRoutes(console, { ...parts, db, origin, register: new StaffRegister(secrets) });
}
