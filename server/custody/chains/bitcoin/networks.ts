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

/** The hashes of the first blocks, as explorers show them. */
export const genesisOf: Readonly<Record<keyof typeof bitcoinNetworks, string>> = {
  bitcoin: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  'bitcoin-testnet': '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  'bitcoin-regtest': '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  litecoin: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  'litecoin-testnet': '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  'litecoin-regtest': '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
};
