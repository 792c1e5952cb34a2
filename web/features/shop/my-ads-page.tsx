import type { ShopInfo } from '@bourse/contract/p2p';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { ErrorState, LoadingRoom, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { AdEditor } from './ad-editor.tsx';
import { AdList } from './ad-list.tsx';
import { Application } from './application.tsx';
import { ShopHead } from './shop-head.tsx';
import { ShopSummary } from './shop-summary.tsx';
import { useShopNews, useShop } from './shop-reads.ts';
import classes from './shop.module.css';

/** The shop of a merchant with its ads, the form of an ad, or the application of a user who is none. */
export function MyAdsPage() {
  const token = useSessionToken();
  // Remounted on a change of user, so that nothing that was typed carries over.
  return <MyShop key={token} />;
}

function MyShop() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/myshop/myshoporders' });
  const { data, isError, refetch } = useShop();
  useShopNews(null);
  const shop = data?.data;
  const isEditing = shop?.state === 'approved' && search.ad !== undefined;
  return (
    <div className={classes.page}>
      <ShopHead>
        {shop?.state === 'approved' && !isEditing && (
          <Link to="/myshop/myshoporders" search={{ ad: 'new' }} className={classes.add}>
            {t('shop.newAd')}
          </Link>
        )}
      </ShopHead>
      {shop !== undefined && isError && <StaleNote />}
      {shop !== undefined && <Content shop={shop} ad={isEditing ? search.ad : undefined} />}
      {shop === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
      {shop === undefined && !isError && (
        <LoadingRoom>
          <SkeletonRows count={6} height={56} />
        </LoadingRoom>
      )}
    </div>
  );
}

function Content({ ad, shop }: { readonly shop: ShopInfo; readonly ad: string | undefined }) {
  switch (shop.state) {
    case 'none':
    case 'pending':
    case 'rejected':
    case 'left':
      return <Application shop={shop} />;
    case 'approved':
    case 'suspended':
    case 'leaving':
      return ad === undefined ? (
        <>
          <ShopSummary shop={shop} />
          <AdList shop={shop} />
        </>
      ) : (
        <AdEditor key={ad} id={ad} shop={shop} />
      );
  }
}
