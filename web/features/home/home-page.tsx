import { useTranslation } from 'react-i18next';
import { useMarketCatalogue } from '../markets/index.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { AppDownloads } from './app-downloads.tsx';
import { BannerCarousel } from './banner-carousel.tsx';
import { Blurbs } from './blurbs.tsx';
import { HomeTable } from './home-table.tsx';
import { MarketCards } from './market-cards.tsx';
import { NoticeStrip } from './notice-strip.tsx';

/** The home page: the site's banners and notices, its markets, and reasons to trust it. Live while it is open. */
export function HomePage() {
  const { t } = useTranslation();
  const config = useSiteConfig();
  const markets = useMarketCatalogue();
  return (
    <>
      <h1 className="visually-hidden">{`${config?.app_name ?? ''} ${t('shell.home')}`.trim()}</h1>
      <BannerCarousel />
      <NoticeStrip />
      <MarketCards state={markets} />
      <HomeTable state={markets} />
      <Blurbs />
      <AppDownloads />
      {config !== null && <AlertDialog config={config} />}
    </>
  );
}
