export { leverage } from './capability.ts';
export { leverageFee, leverView } from './lever-view.ts';
