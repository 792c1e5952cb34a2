import { currencyInfo, type Match } from '@bourse/contract';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import classes from './currency-overview.module.css';

/** What the base currency of a market is, and where to read more about it. */
export function CurrencyOverview({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(
    currencyInfo,
    { currency_id: match.base_currency_id },
    { staleMs: 600_000 },
  );
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={6} height={32} />;
  }
  const info = data.data;
  const links = [
    { name: t('trade.website'), address: info.official_website_address },
    { name: t('trade.explorer'), address: info.block_explorer },
    { name: 'GitHub', address: info.github_url },
    { name: 'X', address: info.twitter_url },
    { name: 'Telegram', address: info.telegram_url },
  ].filter(({ address }) => /^https?:\/\//.test(address));
  return (
    <article className={classes.overview}>
      <h3 className={classes.title}>
        <CoinMark code={info.code} logo={info.logo} size={32} />
        <span>{info.name}</span>
        <span className={classes.code}>{info.code}</span>
      </h3>
      {info.desc === '' ? <EmptyState text={t('trade.noDescription')} /> : <p className={classes.text}>{info.desc}</p>}
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map(({ name, address }) => (
            <li key={name}>
              <a href={address} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
