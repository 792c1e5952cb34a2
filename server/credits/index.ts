export { credits } from './capability.ts';
export { type OutflowRoom, outflowRoomOf, type Withdrawable, withdrawableOf } from './outflow.ts';
