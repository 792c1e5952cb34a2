export { addresses } from './capability.ts';
export { DrawAddresses, type SavedAddresses } from './draw-addresses.ts';
