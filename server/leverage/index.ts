export { leverage } from './capability.ts';
export { leverView } from './lever-view.ts';
