import { currencyInfo, type Match } from '@bourse/contract/markets';
import {
  IconBrandGithub,
  IconBrandTelegram,
  IconBrandX,
  IconCubeSend,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../live/read.ts';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { EmptyState, ErrorState, SkeletonText } from '../../../ui/states.tsx';
import { currencyLinks, type LinkKind } from './currency-links.ts';
import classes from './currency-overview.module.css';

/** A description of a market's base currency, with links. */
export function CurrencyOverview({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(
    currencyInfo,
    { currency_id: match.base_currency_id },
    { staleMs: 600_000 },
  );
  if (data === undefined) return isError ? <ErrorState onRetry={() => void refetch()} /> : <OverviewSkeleton />;
  const info = data.data;
  const links = currencyLinks(info);
  const words: Readonly<Record<LinkKind, string>> = {
    website: t('trade.website'),
    explorer: t('trade.explorer'),
    github: 'GitHub',
    twitter: 'X (Twitter)',
    telegram: 'Telegram',
  };
  return (
    <article className={classes.overview}>
      <h3 className={classes.title}>
        <CoinMark code={info.code} logo={info.logo} size={40} />
        <span className={classes.names}>
          <span>{info.name}</span>
          <span className={classes.code}>{info.code}</span>
        </span>
      </h3>
      {info.desc === '' ? <EmptyState text={t('trade.noDescription')} /> : <p className={classes.text}>{info.desc}</p>}
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map(({ kind, address }) => {
            const Sign = signs[kind];
            return (
              <li key={kind}>
                <a className={classes.link} href={address} target="_blank" rel="noopener noreferrer">
                  <Sign size={16} stroke={1.75} aria-hidden="true" />
                  {words[kind]}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </article>
  );
}

const signs: Readonly<Record<LinkKind, Icon>> = {
  website: IconWorld,
  explorer: IconCubeSend,
  github: IconBrandGithub,
  twitter: IconBrandX,
  telegram: IconBrandTelegram,
};

/** A placeholder of the size of the loaded overview. */
function OverviewSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.overview}>
      <output className="visually-hidden">{t('common.loading')}</output>
      <div className={classes.title} aria-hidden="true">
        <span className={classes.blankMark} />
        <SkeletonText width={140} />
      </div>
      <div className={classes.blankText} aria-hidden="true">
        {['100%', '96%', '64%'].map((width) => (
          <SkeletonText key={width} width={width} />
        ))}
      </div>
    </div>
  );
}
