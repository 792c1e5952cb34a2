import type { LegalAd, LegalTrader } from '@bourse/contract/p2p';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './hall.module.css';

/** Shared by the parts of all ads. */
export interface AdParts {
  readonly decimals: { readonly coin: number; readonly fiat: number; readonly price: number };
  /** The id of the open ad. */
  readonly open: number | null;
  readonly onOpen: (ad: LegalAd) => void;
  readonly onTrader: (trader: LegalTrader) => void;
}

interface AdPartProps {
  readonly ad: LegalAd;
  readonly parts: AdParts;
}

export function AdPrice({ ad, parts: { decimals } }: AdPartProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <>
      <span className={classes.price}>
        <span className="figures">{ad.price === null ? noFigure : figures.fixed(ad.price, decimals.price)}</span>{' '}
        <span className={classes.quiet}>{ad.fiat}</span>
      </span>
      <span className={classes.quiet}>{t(ad.floating === 1 ? 'p2p.floating' : 'p2p.fixed')}</span>
    </>
  );
}

/** The smallest and the largest order, and the coins that are left. */
export function AdRange({ ad: { currency, fiat, left, max, min }, parts: { decimals } }: AdPartProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return (
    <dl className={classes.range}>
      <div>
        <dt>{t('p2p.limits')}</dt>
        <dd className="figures">
          {figures.trimmed(min, decimals.fiat)} – {amount(max, fiat)}
        </dd>
      </div>
      <div>
        <dt>{t('p2p.left')}</dt>
        <dd className="figures">{amount(left, currency.code)}</dd>
      </div>
    </dl>
  );
}

export function AdMethods({ ad: { methods } }: Pick<AdPartProps, 'ad'>) {
  const { t } = useTranslation();
  return (
    <ul className={classes.methods} aria-label={t('p2p.methods')}>
      {methods.map(({ code, name }) => (
        <li key={code}>{name}</li>
      ))}
    </ul>
  );
}

/** The button that opens an ad, or why it cannot be taken. */
export function AdAction({ ad, parts: { onOpen, open } }: AdPartProps) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const here = useRouterState({ select: ({ location }) => location.href });
  const text = t(ad.side === 'buy' ? 'p2p.buyCoin' : 'p2p.sellCoin', { currency: ad.currency.code });
  const isOpen = open === ad.id;
  if (token === null) {
    return (
      <Link to="/login" search={{ redirect: here }} className={classes.visitor}>
        {t('p2p.login')}
      </Link>
    );
  }
  if (ad.obstacle !== null && !isOpen) return <span className={classes.why}>{t(`p2p.why.${ad.obstacle}`)}</span>;
  return (
    <Button
      look={isOpen ? 'plain' : ad.side}
      className={classes.take}
      aria-expanded={isOpen}
      onClick={() => onOpen(ad)}
    >
      {isOpen ? t('p2p.close') : text}
    </Button>
  );
}
