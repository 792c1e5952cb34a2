export { Alarms } from './alarms.ts';
export { addOwnAlarms, type OwnAlarmParts } from './own-alarms.ts';
export { type Queue, Queues } from './queues.ts';
export { type HomeParts, registerHome } from './routes.ts';
