export { leverage } from './capability.ts';
export { leverSpare, leverView } from './lever-view.ts';
