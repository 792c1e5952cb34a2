export { simulator } from './capability.ts';
export { demoChain, DemoWorld, type DemoWorldOptions } from './chain/index.ts';
