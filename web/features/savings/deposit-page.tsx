import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { OwnDeposits } from './own-deposits.tsx';
import { Products } from './products.tsx';
import { useFollowedDeposits } from './savings-reads.ts';
import classes from './savings.module.css';

/** The fixed-term products, and the user's own deposits below them. */
export function DepositPage() {
  const { t } = useTranslation();
  const token = useSessionToken();
  useFollowedDeposits();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('shell.deposit')}</h1>
          <p className={classes.lead}>{t('deposit.lead')}</p>
        </div>
        <Link to="/coinlog" className={classes.link}>
          {t('shell.coinlog')}
        </Link>
      </header>
      {/* Remounted on a change of user, so that an open dialog closes. */}
      <Products key={`products ${token}`} />
      {token !== null && <OwnDeposits key={token} />}
    </div>
  );
}
