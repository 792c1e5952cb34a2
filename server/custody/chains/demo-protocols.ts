import { type CurrencyId, type ListCurrency, parseDecimal } from '@bourse/engine';
import { getAddress, keccak256, stringToHex } from 'viem';
import type { CurrencyProtocol, ProtocolFee } from './ports.ts';

/** The smallest deposit, and the smallest and largest withdrawal, of each currency of the demo. */
const limits: Readonly<Record<string, readonly [string, string, string]>> = {
  BTC: ['0.0001', '0.001', '10'],
  ETH: ['0.005', '0.01', '200'],
  USDT: ['1', '20', '500000'],
  BNB: ['0.01', '0.05', '500'],
  SOL: ['0.05', '0.2', '2500'],
  XRP: ['5', '20', '200000'],
  ADA: ['10', '40', '500000'],
  DOGE: ['50', '200', '2000000'],
  AVAX: ['0.5', '2', '20000'],
  DOT: ['2', '8', '100000'],
  LTC: ['0.05', '0.2', '5000'],
  LINK: ['0.5', '2', '30000'],
  TRX: ['20', '100', '1000000'],
  XLM: ['20', '100', '1000000'],
};

/** Currencies with an established token on Ethereum; the others use a network that only the demo has. */
const onEthereum: ReadonlySet<string> = new Set(['ETH', 'USDT', 'LINK']);
/** Currencies whose own chains tell deposits apart by a memo. */
const withMemo: ReadonlySet<string> = new Set(['XRP', 'XLM']);
const tokenDecimals: Readonly<Record<string, number>> = { BTC: 8, USDT: 6, XRP: 6, XLM: 7 };

/** The most gas of a withdrawal: enough for wallets that are contracts, and for tokens that keep books. */
const defaultMaxGas = { coin: 60_000, token: 150_000 } as const;

/** 0.1 % of the amount. */
const rate: ProtocolFee = { kind: 'rate', ppm: 1_000 };

/** The contract of a currency's token on the demo chain, in its canonical form. */
export function demoTokenAddress(code: string): string {
  return getAddress(`0x${keccak256(stringToHex(`bourse demo token ${code}`)).slice(-40)}`);
}

/**
 * The networks of the demo: every currency on the demo chain, under the id of the currency, and USDT on TRON, which is
 * not open yet.
 */
export function demoProtocols(listed: readonly ListCurrency[]): readonly CurrencyProtocol[] {
  const own = listed.flatMap((currency) => {
    const given = limits[currency.code];
    return given === undefined ? [] : [demoProtocol(currency, given)];
  });
  const usdt = own.find(({ asset }) => asset === demoTokenAddress('USDT'));
  if (usdt === undefined) return own;
  const closed = { opensDeposits: false, opensWithdrawals: false };
  const asset = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  return [...own, { ...usdt, id: 15, chain: 5, code: 'TRC20', name: 'TRON', asset, arrivalMinutes: 2, ...closed }];
}

function demoProtocol(
  { code, currency, decimals }: ListCurrency,
  [depositMin, withdrawalMin, withdrawalMax]: readonly [string, string, string],
): CurrencyProtocol {
  const units = (text: string): number => parseDecimal(text, decimals) ?? 0;
  return {
    id: currency satisfies CurrencyId,
    currency,
    chain: 1,
    ...(onEthereum.has(code) ? { code: 'ERC20', name: 'Ethereum (demo)' } : { code: 'DEMO', name: 'Demo chain' }),
    asset: code === 'ETH' ? '' : demoTokenAddress(code),
    assetDecimals: tokenDecimals[code] ?? 18,
    opensDeposits: true,
    opensWithdrawals: true,
    memoRequired: withMemo.has(code),
    depositMin: units(depositMin),
    withdrawalMin: units(withdrawalMin),
    withdrawalMax: units(withdrawalMax),
    fee: code === 'USDT' ? { kind: 'flat', units: units('10') } : rate,
    arrivalMinutes: 1,
    maxGas: code === 'ETH' ? defaultMaxGas.coin : defaultMaxGas.token,
  };
}
