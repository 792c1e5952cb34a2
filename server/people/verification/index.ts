export { verification } from './capability.ts';
export type { VerifiedPort } from './verified.ts';
