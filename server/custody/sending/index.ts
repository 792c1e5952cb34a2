export { sending } from './capability.ts';
export { otherSidesOf } from './sends.ts';
