export { credits } from './capability.ts';
export { type OutflowRoom, outflowRoomOf } from './outflow.ts';
