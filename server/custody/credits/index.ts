export { credits } from './capability.ts';
export { creditView } from './credit-view.ts';
export { type OutflowRoom, outflowRoomOf, type Withdrawable, withdrawableOf } from './outflow.ts';
