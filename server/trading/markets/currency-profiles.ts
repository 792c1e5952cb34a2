/** A description of a currency and the links of its project. Missing links are empty strings. */
export interface CurrencyProfile {
  readonly name: string;
  readonly desc: string;
  readonly official_website_address: string;
  readonly block_explorer: string;
  readonly github_url: string;
  readonly twitter_url: string;
  readonly telegram_url: string;
}

/** The profile of a currency. A currency without one has its code as its name and empty fields. */
export function currencyProfile(code: string): CurrencyProfile {
  return profiles.get(code) ?? profile(code, '', '', '', '', '');
}

/** Path of the currency's logo on the page; empty without a profile. */
export function logoOf(code: string): string {
  return profiles.has(code) ? `/coins/${code.toLowerCase()}.svg` : '';
}

function profile(
  name: string,
  desc: string,
  website: string,
  explorer: string,
  github: string,
  twitter: string,
  telegram = '',
): CurrencyProfile {
  return {
    name,
    desc,
    official_website_address: website,
    block_explorer: explorer,
    github_url: github === '' ? '' : `https://github.com/${github}`,
    twitter_url: twitter === '' ? '' : `https://x.com/${twitter}`,
    telegram_url: telegram === '' ? '' : `https://t.me/${telegram}`,
  };
}

const profiles: ReadonlyMap<string, CurrencyProfile> = new Map([
  [
    'BTC',
    profile(
      'Bitcoin',
      'The first cryptocurrency, running since January 2009. Blocks are secured by proof of work, and no more than 21 million bitcoin will ever exist.',
      'https://bitcoin.org',
      'https://mempool.space',
      'bitcoin/bitcoin',
      '',
    ),
  ],
  [
    'ETH',
    profile(
      'Ethereum',
      'A public computer for programs that hold and move value. Ether pays for their execution and is staked by the validators who secure the network.',
      'https://ethereum.org',
      'https://etherscan.io',
      'ethereum/go-ethereum',
      'ethereum',
    ),
  ],
  [
    'USDT',
    profile(
      'Tether',
      'A token that its issuer, Tether, redeems for one US dollar. It circulates on several chains, Tron and Ethereum above all.',
      'https://tether.to',
      'https://tether.to/en/transparency',
      '',
      'Tether_to',
      'OfficialTether',
    ),
  ],
  [
    'BNB',
    profile(
      'BNB',
      'The coin of BNB Chain, used there for fees, staking and governance. Part of the supply is destroyed every quarter.',
      'https://www.bnbchain.org',
      'https://bscscan.com',
      'bnb-chain/bsc',
      'BNBCHAIN',
      'bnbchain',
    ),
  ],
  [
    'SOL',
    profile(
      'Solana',
      'A single-layer chain built for throughput: a verifiable clock orders transactions before validators vote on them.',
      'https://solana.com',
      'https://explorer.solana.com',
      'anza-xyz/agave',
      'solana',
      'solana',
    ),
  ],
  [
    'XRP',
    profile(
      'XRP',
      'The native asset of the XRP Ledger, a payment network that settles in seconds by agreement of its validators. All of it existed from the start.',
      'https://xrpl.org',
      'https://livenet.xrpl.org',
      'XRPLF/rippled',
      'RippleXDev',
    ),
  ],
  [
    'ADA',
    profile(
      'Cardano',
      'A proof-of-stake chain developed from peer-reviewed research. Ada pays fees, is staked with pools, and votes on the treasury.',
      'https://cardano.org',
      'https://cardanoscan.io',
      'IntersectMBO/cardano-node',
      'Cardano',
      'CardanoAnnouncements',
    ),
  ],
  [
    'DOGE',
    profile(
      'Dogecoin',
      'Begun in 2013 as a joke about a dog and kept alive by its community. Blocks come every minute; the supply grows by five billion a year.',
      'https://dogecoin.com',
      'https://dogechain.info',
      'dogecoin/dogecoin',
      'dogecoin',
    ),
  ],
  [
    'AVAX',
    profile(
      'Avalanche',
      'A network of chains that reach agreement by repeated random sampling. Avax pays fees and secures the validators; fees are burned.',
      'https://www.avax.network',
      'https://subnets.avax.network',
      'ava-labs/avalanchego',
      'avax',
      'avalancheavax',
    ),
  ],
  [
    'DOT',
    profile(
      'Polkadot',
      'Connects many specialised chains and lends them one common security. Dot is staked, pays for execution time, and decides upgrades.',
      'https://polkadot.com',
      'https://polkadot.subscan.io',
      'paritytech/polkadot-sdk',
      'Polkadot',
      'PolkadotOfficial',
    ),
  ],
  [
    'LTC',
    profile(
      'Litecoin',
      'A sibling of Bitcoin since 2011, with blocks four times as often, another proof-of-work function, and 84 million coins at most.',
      'https://litecoin.org',
      'https://litecoinspace.org',
      'litecoin-project/litecoin',
      'litecoin',
      'litecoin',
    ),
  ],
  [
    'LINK',
    profile(
      'Chainlink',
      'The token that pays the operators of Chainlink, a network that brings prices and other outside facts to smart contracts.',
      'https://chain.link',
      'https://etherscan.io/token/0x514910771af9ca656af840dff83e8264ecf986ca',
      'smartcontractkit/chainlink',
      'chainlink',
      'chainlinkofficial',
    ),
  ],
  [
    'TRX',
    profile(
      'TRON',
      'A chain run by 27 elected representatives and used above all for stablecoin transfers. Trx pays for bandwidth and energy.',
      'https://tron.network',
      'https://tronscan.org',
      'tronprotocol/java-tron',
      'trondao',
      'tronnetworkEN',
    ),
  ],
  [
    'XLM',
    profile(
      'Stellar',
      'A network for cross-border payments and issued assets. Lumens pay its small fees and guard it against spam.',
      'https://stellar.org',
      'https://stellar.expert',
      'stellar/stellar-core',
      'StellarOrg',
    ),
  ],
]);
