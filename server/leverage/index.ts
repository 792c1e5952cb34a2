export { leverView } from './lever-view.ts';
export { leverage } from './capability.ts';
export { leverageFee } from './lever-view.ts';
