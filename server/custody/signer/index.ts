export type { SignAnswer, SignerWallet, SignRequest } from '@bourse/signer/protocol';
export { ChildSigner } from './child-signer.ts';
export { type Signer, SignerRefused, SignerUnavailable } from './ports.ts';
export { SocketSigner } from './socket-signer.ts';
