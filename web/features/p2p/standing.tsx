import type { LegalInfo, LegalSide, LegalStanding } from '@bourse/contract/p2p';
import { realNameCenter, reviewStatus } from '@bourse/contract/verification';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './p2p.module.css';

/** The currency of the limits. */
const limitsIn = 'USD';

interface StandingProps {
  readonly info: LegalInfo | undefined;
  readonly side: LegalSide;
}

/** Notes for a user who is about to take an ad: an open order, a block, a limit. */
export function Standing({ info, side }: StandingProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const own = info?.own ?? null;
  if (own === null) return null;
  const { blocked_until: blockedUntil, newcomer_left: newcomerLeft, unpaid_order_id: unpaid } = own;
  return (
    <div className={classes.notes}>
      {unpaid !== null && <UnpaidNote id={unpaid} />}
      {blockedUntil !== null && side === 'buy' && (
        <p className={classes.note}>{t('p2p.blockedUntil', { time: figures.dateTime(blockedUntil) })}</p>
      )}
      {own.verified === 0 && <NotVerified />}
      {own.verified === 1 && (
        <p className={classes.quiet}>
          {t('p2p.dayLeft', { amount: amount(own.day_left, limitsIn) })}
          {newcomerLeft > 0 && ` · ${newcomerText(own)}`}
        </p>
      )}
    </div>
  );

  function newcomerText({ newcomer_left: left, newcomer_maximum: maximum }: LegalStanding): string {
    return t('p2p.newcomer', { left, maximum: amount(maximum, limitsIn) });
  }
}

/** The user's own order that waits for the payment. */
export function UnpaidNote({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  return (
    <section className={classes.note} aria-label={t('p2p.orders.open')}>
      <span>{t('p2p.unpaid')}</span>
      <Link to="/legalIndex/orderdetail" search={{ id: String(id) }} className={classes.link}>
        {t('p2p.openOrder')}
      </Link>
    </section>
  );
}

function NotVerified() {
  const { t } = useTranslation();
  const { data } = useRead(realNameCenter, {});
  const isInReview = data?.data.review_status === reviewStatus.review;
  return (
    <p className={classes.note}>
      <span>{t('p2p.why.verification_required')}</span>
      {isInReview && <span>{t('p2p.profile.review')}</span>}
      {data !== undefined && !isInReview && (
        <Link to="/personal/authentication" className={classes.link}>
          {t('p2p.verify')}
        </Link>
      )}
    </p>
  );
}
