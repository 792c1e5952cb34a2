export { StoredStaffRoll } from './staff-roll.ts';
export { StaffSessions } from './staff-sessions.ts';
