import type { LegalCurrencies, LegalInfo, ShopAd, ShopInfo } from '@bourse/contract/p2p';
import type { PaymentMethod } from '@bourse/contract/payments';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { AdForm } from './ad-form.tsx';
import { Card } from './card.tsx';
import { useAds, useCurrencies, useOwnMethods, useRules } from './shop-reads.ts';
import classes from './shop.module.css';

interface AdEditorProps {
  /** The id of an ad, or `new`. */
  readonly id: string;
  readonly shop: ShopInfo;
}

/** Loads what the form of an ad needs, then shows it. */
export function AdEditor({ id, shop }: AdEditorProps) {
  const { t } = useTranslation();
  const ads = useAds(null, 1);
  const currencies = useCurrencies();
  const rules = useRules();
  const own = useOwnMethods();
  const reads = [ads, currencies, rules, own];
  const loaded = loadedOf(ads.data?.data.data, currencies.data?.data, rules.data?.data, own.data?.data.methods);
  const ad = loaded?.ads.find((one) => String(one.id) === id) ?? null;
  return (
    <>
      <Link to="/myshop/myshoporders" search={{}} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        {t('p2p.back')}
      </Link>
      <Card title={id === 'new' ? t('shop.newAd') : t('shop.editAd')}>
        {loaded === null && reads.some(({ isError }) => isError) && (
          <ErrorState
            onRetry={() => {
              for (const read of reads) if (read.isError) void read.refetch();
            }}
          />
        )}
        {loaded === null && reads.every(({ isError }) => !isError) && (
          <LoadingRoom>
            <SkeletonRows count={8} height={72} />
          </LoadingRoom>
        )}
        {loaded !== null && id !== 'new' && ad === null && <EmptyState text={t('errors.ad_unknown')} />}
        {loaded !== null && (id === 'new' || ad !== null) && <AdForm {...loaded} ad={ad} shop={shop} />}
      </Card>
    </>
  );
}

interface Loaded {
  readonly ads: readonly ShopAd[];
  readonly currencies: LegalCurrencies;
  readonly rules: LegalInfo;
  readonly own: readonly PaymentMethod[];
}

function loadedOf(
  ads: readonly ShopAd[] | undefined,
  currencies: LegalCurrencies | undefined,
  rules: LegalInfo | undefined,
  own: readonly PaymentMethod[] | undefined,
): Loaded | null {
  if (ads === undefined || currencies === undefined || rules === undefined || own === undefined) return null;
  return { ads, currencies, rules, own };
}
