export { Alarms } from '../../../ground/console-gateway/alarms.ts';
export { addOwnAlarms, type OwnAlarmParts } from './own-alarms.ts';
export { type Queue, Queues } from '../../../ground/console-gateway/queues.ts';
export { type HomeParts, registerHome } from './routes.ts';
