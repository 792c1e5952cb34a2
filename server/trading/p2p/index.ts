export { p2p } from './capability.ts';
export { minuteText } from './shop/cooling-off.ts';
