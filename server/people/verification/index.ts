export { verification } from './capability.ts';
export { Verified, type VerifiedPort } from './verified.ts';
