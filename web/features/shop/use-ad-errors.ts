import type { ShopAd } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../ui/use-figures.ts';
import { type AdDraft, type AdField, type AdJudgement, type AdMarket, committedOf } from './ad-draft.ts';

/** The sentence for the problem of a field; null while it has none. */
export type ErrorOfField = (field: AdField) => string | null;

/** Returns the problems of a draft in words, the same as the server's where it would refuse. */
export function useAdErrors(
  { fiat }: AdDraft,
  { band, problems }: AdJudgement,
  { decimals, pair }: AdMarket,
  ad: ShopAd | null,
): ErrorOfField {
  const { t } = useTranslation();
  const figures = useFigures();
  return (field) => {
    const problem = problems[field];
    if (problem === undefined) return null;
    switch (problem) {
      case 'missing':
        return field === 'methods' ? t('errors.method_required') : t('p2p.enterAmount');
      case 'outside':
        return t('errors.price_out_of_range', {
          low: figures.fixed(band?.low ?? '', pair.price_decimals),
          high: figures.fixed(band?.high ?? '', pair.price_decimals),
          fiat,
        });
      case 'range':
        return t('shop.rangeWrong');
      case 'committed':
        return t('errors.ad_total_insufficient', {
          needed: figures.trimmed(committedOf(ad, decimals), decimals),
          currency: ad?.currency.code ?? '',
        });
    }
  };
}
