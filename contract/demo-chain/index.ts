export {
  DemoBlock,
  DemoChainState,
  demoChainState,
  demoFaucet,
  DemoPayment,
  demoReorganize,
  demoStall,
  OutsideWallet,
  outsideSend,
  outsideWallet,
} from './calls.ts';
