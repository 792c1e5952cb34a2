export { p2p } from './capability.ts';
