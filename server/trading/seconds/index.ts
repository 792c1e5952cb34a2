export { seconds } from './capability.ts';
export { offersSeconds } from './seconds-view.ts';
