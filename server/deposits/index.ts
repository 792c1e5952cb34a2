export { confirmationsOn, deposits, ownAddressOn } from './capability.ts';
