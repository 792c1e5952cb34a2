import type { UserInfo } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './security.module.css';

const names = { 50: 'account.levelMiddle', 75: 'account.levelHigh', 100: 'account.levelStrong' } as const;

/** How well the account is protected, with links to what raises it. */
export function SecurityBar({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const { security_level: level } = user;
  const name = level >= 100 ? names[100] : names[level >= 75 ? 75 : 50];
  return (
    <div className={classes.security}>
      <p className={classes.level}>
        {t('account.level')} <strong>{t(name)}</strong>
      </p>
      <div
        className={classes.bar}
        role="meter"
        aria-label={t('account.level')}
        aria-valuenow={level}
        aria-valuemax={100}
      >
        <span style={{ width: `${level}%` }} />
      </div>
      <ul className={classes.raises}>
        {user.email === '' && (
          <li>
            <Link to="/bindAccount" search={{ type: 'email' }}>
              {t('account.linkEmail')}
            </Link>
          </li>
        )}
        {!user.mobile_bound && (
          <li>
            <Link to="/bindAccount" search={{ type: 'mobile' }}>
              {t('account.linkPhone')}
            </Link>
          </li>
        )}
        {user.review_status === 0 && (
          <li>
            <Link to="/personal/authentication">{t('shell.authentication')}</Link>
          </li>
        )}
      </ul>
    </div>
  );
}
