export { treasury } from './capability.ts';
