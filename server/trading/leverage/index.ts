export { leverage } from './capability.ts';
export { leverageFee, leverSpare, leverView } from './lever-view.ts';
