export { addresses } from './capability.ts';
export { DrawAddresses } from './draw-addresses.ts';
