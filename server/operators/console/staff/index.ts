export { operatorCommand } from './operator-command.ts';
export { registerStaff, type StaffParts } from './register-staff.ts';
export { sealedOfStaff } from './staff-secrets.ts';
export { StoredStaffRoll } from './staff-roll.ts';
export { StaffSessions } from './staff-sessions.ts';
