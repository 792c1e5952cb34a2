import type { LegalCurrencies, ShopAd } from '@bourse/contract/p2p';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../../live/decimal.ts';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import type { AdDraft, AdJudgement, AdMarket } from './ad-draft.ts';
import { useBalance } from './shop-reads.ts';
import classes from './shop.module.css';

interface AdSummaryProps {
  readonly draft: AdDraft;
  readonly market: AdMarket;
  readonly judged: AdJudgement;
  readonly currencies: LegalCurrencies;
  readonly ad: ShopAd | null;
}

/** The meaning of an ad now: its price beside the reference, and the coins that it locks. */
export function AdSummary({ currencies, draft, judged, market }: AdSummaryProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { band, locks, more, priceNow } = judged;
  const { price_decimals: decimals, reference } = market.pair;
  const currency = currencies.currencies.find(({ id }) => id === draft.currencyId)?.code ?? '';
  const price = (text: string): string => `${figures.fixed(text, decimals)}\u00a0${draft.fiat}`;
  return (
    <div className={classes.summary}>
      <p className={classes.quiet}>{t('shop.priceNow')}</p>
      <p className={classes.price}>{priceNow === null ? noFigure : price(priceNow)}</p>
      <p className={classes.quiet}>
        {reference === null ? t('errors.rate_stale') : t('p2p.reference', { price: price(reference) })}
      </p>
      {band !== null && (
        <p className={classes.quiet}>{t('shop.band', { low: price(band.low), high: price(band.high) })}</p>
      )}
      {draft.side === 'sell' ? (
        <Locks currencyId={draft.currencyId} currency={currency} locks={locks} more={more} />
      ) : (
        <p>{t('shop.locksNone')}</p>
      )}
    </div>
  );
}

interface LocksProps extends Pick<AdJudgement, 'locks' | 'more'> {
  readonly currencyId: number;
  readonly currency: string;
}

function Locks({ currency, currencyId, locks, more }: LocksProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const balance = useBalance(currencyId);
  const isShort = balance !== null && compareDecimals(balance, more) < 0;
  return (
    <>
      <p>{t('shop.locks', { amount: locks === null ? noFigure : amount(locks, currency) })}</p>
      {balance !== null && (
        <p className={isShort ? classes.short : classes.quiet}>
          {t('p2p.balance', { amount: amount(balance, currency) })}{' '}
          <Link to="/assets/transfer" search={{ currency, from: 'change_account' }}>
            {t('p2p.transfer')}
          </Link>
        </p>
      )}
    </>
  );
}
