export { confirmationsOn, deposits } from './capability.ts';
export { isOwnAddress } from './own-address.ts';
