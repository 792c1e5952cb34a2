import type { BTC_NETWORK } from '@scure/btc-signer/utils.js';

/** The constants of a network of the Bitcoin family: prefixes of addresses and of private keys. */
export type BitcoinNetwork = Readonly<BTC_NETWORK>;

/** Another network is another entry. */
export const bitcoinNetworks = {
  bitcoin: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  'bitcoin-testnet': { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  'bitcoin-regtest': { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  litecoin: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
  'litecoin-testnet': { bech32: 'tltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
  'litecoin-regtest': { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
} as const satisfies Readonly<Record<string, BitcoinNetwork>>;
