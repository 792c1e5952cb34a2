import type { SignAnswer, SignerWallet, SignRefusal, SignRequest } from '@bourse/signer/protocol';
import { Unavailable } from '../../ground/background/index.ts';

/** The signer does not answer. The requested transaction may be signed; repeat the same request. */
export class SignerUnavailable extends Unavailable {
  override readonly name: string = 'SignerUnavailable';
}

/** The signer answers, but not this request, such as one for a chain that its policy lacks. */
export class SignerRefused extends SignerUnavailable {
  override readonly name = 'SignerRefused';
}

/** The process that holds the keys. Each method throws `SignerUnavailable` while it does not answer. */
export interface Signer {
  /** The extended public key of the deposit addresses of a chain. */
  readonly depositXpub: (chain: string) => Promise<string>;
  readonly address: (chain: string, wallet: SignerWallet) => Promise<string>;
  /** The address of the cold wallet by the signer's policy; empty if there is none. */
  readonly coldAddress: (chain: string) => Promise<string>;
  /** The slot in which a reference was signed; empty if the signer has not signed it. */
  readonly slotOf: (reference: string) => Promise<string>;
  /** Why the signer would refuse a request now; null if it would sign it. It signs and records nothing. */
  readonly check: (request: SignRequest) => Promise<SignRefusal | null>;
  readonly sign: (request: SignRequest) => Promise<SignAnswer>;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Holds the keys of all wallets; null without chains. */
    readonly signer: Signer | null;
  }
}
