import { Address, type NETWORK } from '@scure/btc-signer';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { getAddress, isAddress } from 'viem/utils';
import { bitcoinNetworks } from './bitcoin-networks.ts';
import { type capsDocument, type PolicyDocument, policyDocument } from './policy-document.ts';

/** The most that payments may amount to: one transaction, and all of any 60 minutes and any 24 hours. */
export interface Caps {
  readonly transaction: bigint;
  readonly hour: bigint;
  readonly day: bigint;
}

interface ChainRules {
  /** The receiver without caps, whose key is elsewhere; null if there is none. */
  readonly cold: string | null;
  /** The network fees of all wallets, and the coin that deposit addresses receive for theirs. */
  readonly fees: Caps;
  /** The assets that may be paid, with the caps of payments to others. */
  readonly assets: ReadonlyMap<string, Caps>;
}

export interface EvmChainPolicy extends ChainRules {
  readonly kind: 'evm';
  readonly chainId: number;
}

export interface BitcoinChainPolicy extends ChainRules {
  readonly kind: 'bitcoin';
  readonly network: typeof NETWORK;
  /** The registered type of its coin in paths of keys (SLIP 44). */
  readonly coinType: number;
}

export type ChainPolicy = EvmChainPolicy | BitcoinChainPolicy;

export type Policy = ReadonlyMap<string, ChainPolicy>;

/** @throws Error that names the invalid part of the policy */
export function readPolicy(document: unknown): Policy {
  if (!Value.Check(policyDocument, document)) {
    const [first] = Value.Errors(policyDocument, document);
    throw new Error(`The policy is invalid: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
  }
  return new Map(Object.entries(document.chains).map(([code, chain]) => [code, chainPolicy(code, chain)]));
}

function chainPolicy(code: string, chain: PolicyDocument['chains'][string]): ChainPolicy {
  const fees = capsOf(code, chain.fees);
  const assets = Object.entries(chain.assets);
  if (chain.kind === 'evm') {
    const canonical = (address: string): string => {
      if (!isAddress(address)) throw new Error(`The policy of ${code} contains ${address}, which is no address.`);
      return getAddress(address);
    };
    return {
      kind: 'evm',
      chainId: chain.chainId,
      fees,
      cold: chain.cold === null ? null : canonical(chain.cold),
      assets: new Map(assets.map(([asset, caps]) => [asset === '' ? '' : canonical(asset), capsOf(code, caps)])),
    };
  }
  const known = bitcoinNetworks.get(chain.network);
  if (known === undefined) throw new Error(`The policy of ${code} names the unknown network ${chain.network}.`);
  // Throws for an address of another network.
  if (chain.cold !== null) Address(known.network).decode(chain.cold);
  if (assets.some(([asset]) => asset !== '')) throw new Error(`The chain ${code} has no tokens.`);
  return {
    kind: 'bitcoin',
    ...known,
    fees,
    cold: chain.cold,
    assets: new Map(assets.map(([asset, caps]) => [asset, capsOf(code, caps)])),
  };
}

function capsOf(code: string, document: Static<typeof capsDocument>): Caps {
  const { transaction, hour, day } = document;
  const caps = { transaction: BigInt(transaction), hour: BigInt(hour), day: BigInt(day) };
  // A payment up to the cap of one transaction would wait for an hour or a day that never comes.
  if (caps.transaction > caps.hour || caps.hour > caps.day)
    throw new Error(
      `The policy of ${code} has a cap of ${transaction}, then ${hour} an hour and ${day} a day: they must rise.`,
    );
  return caps;
}
