import type { NETWORK } from '@scure/btc-signer';

interface KnownNetwork {
  readonly network: typeof NETWORK;
  readonly coinType: number;
}

const testPrefixes = { pubKeyHash: 0x6f, wif: 0xef };

/** The networks of the Bitcoin family that the signer knows; test networks share the coin type 1. */
export const bitcoinNetworks: ReadonlyMap<string, KnownNetwork> = new Map([
  ['bitcoin', { network: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 }, coinType: 0 }],
  ['bitcoin-testnet', { network: { ...testPrefixes, bech32: 'tb', scriptHash: 0xc4 }, coinType: 1 }],
  ['bitcoin-regtest', { network: { ...testPrefixes, bech32: 'bcrt', scriptHash: 0xc4 }, coinType: 1 }],
  ['litecoin', { network: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 }, coinType: 2 }],
  ['litecoin-testnet', { network: { ...testPrefixes, bech32: 'tltc', scriptHash: 0x3a }, coinType: 1 }],
  ['litecoin-regtest', { network: { ...testPrefixes, bech32: 'rltc', scriptHash: 0x3a }, coinType: 1 }],
]);
