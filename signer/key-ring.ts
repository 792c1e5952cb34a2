import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { privateKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem/utils';
import type { ChainPolicy } from './policy.ts';
import type { SignerWallet } from './protocol.ts';

/** Keys of deposit addresses that are kept after their derivation, which takes milliseconds. */
const maxCached = 10_000;

/** A key with its address. */
export interface WalletKey {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

/**
 * The keys of all wallets. Hot wallets have a seed of their own: an extended public key, which the server knows, and
 * one private key below it give the private key of all addresses.
 */
export class KeyRing {
  /** Identifies the two seeds without revealing them. */
  readonly fingerprint: string;
  readonly #deposit: HDKey;
  readonly #hot: HDKey;
  readonly #branches = new Map<string, HDKey>();
  readonly #keys = new Map<string, WalletKey>();

  /** @param seeds of 16 to 64 bytes each */
  constructor(seeds: { readonly deposit: Uint8Array; readonly hot: Uint8Array }) {
    this.#deposit = HDKey.fromMasterSeed(seeds.deposit);
    this.#hot = HDKey.fromMasterSeed(seeds.hot);
    const keys = [this.#deposit, this.#hot].map((key) => key.publicExtendedKey);
    if (keys[0] === keys[1]) throw new Error('The deposit seed and the hot seed must differ.');
    this.fingerprint = createHash('sha256').update(keys.join(' ')).digest('hex').slice(0, 16);
  }

  /** The parent of the deposit addresses of a chain: the address with index i is its child i. */
  depositXpub(chain: ChainPolicy): string {
    return this.#branch(this.#deposit, chain, 1).publicExtendedKey;
  }

  keyOf(chain: ChainPolicy, wallet: SignerWallet): WalletKey {
    const [root, branch, index] =
      wallet.kind === 'hot' ? ([this.#hot, 0, 0] as const) : ([this.#deposit, 1, wallet.index] as const);
    const name = `${accountPath(chain)} ${chain.kind === 'bitcoin' ? chain.network.bech32 : ''} ${branch} ${index}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = walletKey(chain, this.#branch(root, chain, branch).deriveChild(index));
    if (this.#keys.size >= maxCached) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }

  /** The accounts are those of BIP 44 and BIP 84: 0 for the hot wallet, 1 for deposits. */
  #branch(root: HDKey, chain: ChainPolicy, account: 0 | 1): HDKey {
    const path = `${accountPath(chain)}/${account}'/0`;
    const known = this.#branches.get(path);
    if (known !== undefined) return known;
    const key = root.derive(path);
    this.#branches.set(path, key);
    return key;
  }
}

function accountPath(chain: ChainPolicy): string {
  return chain.kind === 'evm' ? `m/44'/60'` : `m/84'/${chain.coinType}'`;
}

function walletKey(chain: ChainPolicy, { privateKey, publicKey }: HDKey): WalletKey {
  if (privateKey === null || publicKey === null) throw new Error('A derived key has no private key.');
  const address =
    chain.kind === 'evm' ? privateKeyToAddress(bytesToHex(privateKey)) : p2wpkh(publicKey, chain.network).address;
  return { address, privateKey };
}
