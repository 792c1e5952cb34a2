import { declaredChains } from '../chains/index.ts';
import type { Currency } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Comparison } from './comparisons.ts';
import { ledgerChain } from './surplus-bookings.ts';

/** An asset of a chain, or a currency of the ledger, with the names under which the console shows it. */
export interface ComparedAsset {
  /** The chain's name, or that of the ledger. */
  readonly chain: string;
  readonly code: string;
  /** The decimals of the comparison's amounts. */
  readonly decimals: number;
  /** Null if the exchange does not list the asset. */
  readonly currency: Currency | null;
}

/** The name of the ledger where a chain is named. It is not translated, as those of chains are not. */
const ledgerName = 'Ledger';

export function chainName(id: number): string {
  if (id === ledgerChain) return ledgerName;
  return declaredChains.find((chain) => chain.id === id)?.name ?? String(id);
}

export function comparedAsset(
  parts: With<'chains' | 'views'>,
  { asset, chain }: Pick<Comparison, 'asset' | 'chain'>,
): ComparedAsset {
  const { chains, views } = parts;
  const name = chainName(chain);
  if (chain === ledgerChain) {
    const currency = views.listings.currencyByCode(asset) ?? null;
    return { chain: name, code: asset, decimals: currency === null ? 0 : ledgerScale(parts, currency), currency };
  }
  const protocol = chains.protocols.find((known) => known.chain === chain && known.asset === asset);
  if (protocol !== undefined) {
    const currency = views.listings.findCurrency(protocol.currency) ?? null;
    return { chain: name, code: currency?.code ?? asset, decimals: protocol.assetDecimals, currency };
  }
  const declared = declaredChains.find(({ id }) => id === chain);
  if (asset !== '' || declared === undefined) return { chain: name, code: asset, decimals: 0, currency: null };
  return { chain: name, code: declared.coin, decimals: declared.coinDecimals, currency: null };
}

/** The decimals in which a currency of the ledger is compared with all chains. */
export function ledgerScale({ chains }: With<'chains'>, { decimals, id }: Currency): number {
  const own = chains.protocols.filter((protocol) => protocol.currency === id);
  return Math.max(decimals, ...own.map(({ assetDecimals }) => assetDecimals));
}
