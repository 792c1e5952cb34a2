export { operator } from './capability.ts';
export { isRole, Operators } from './operators.ts';
export { standingOf } from './standing.ts';
