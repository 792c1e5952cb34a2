export { addOwnAlarms, type OwnAlarmParts } from './own-alarms.ts';
export { type HomeParts, registerHome } from './routes.ts';
