import type { CurrencyId } from '../identifiers.ts';

export type IndexRejection =
  | { readonly reason: 'index_invalid'; readonly field: string }
  | { readonly reason: 'index_source_unknown' }
  | { readonly reason: 'index_tick_invalid'; readonly field: string }
  | { readonly reason: 'index_asset_unknown'; readonly asset: CurrencyId }
  | { readonly reason: 'index_asset_unsorted'; readonly asset: CurrencyId }
  | { readonly reason: 'index_price_invalid'; readonly asset: CurrencyId }
  | { readonly reason: 'index_tick_early'; readonly latestMs: number }
  | { readonly reason: 'index_tick_outdated'; readonly newestMs: number }
  | { readonly reason: 'index_tick_too_soon'; readonly earliestMs: number };
