import type { AccountGroup } from '@bourse/contract/wallet';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SkeletonText } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { accountCodes, accountPath } from './accounts.ts';
import { Amount } from './amount.tsx';
import classes from './assets.module.css';

interface AccountCardsProps {
  /** Undefined while loading. */
  readonly groups: readonly AccountGroup[] | undefined;
  readonly hidden: boolean;
}

/** The value of each account, with a link to its page. */
export function AccountCards({ groups, hidden }: AccountCardsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <section className={classes.card} aria-label={t('assets.accounts')}>
      <h2 className={classes.cardTitle}>{t('assets.accounts')}</h2>
      <ul className={classes.accounts}>
        {accountCodes.map((code) => {
          const group = groups?.find(({ account_code: known }) => known === code);
          return (
            <li key={code} className={classes.accountRow}>
              <Link to={accountPath(code)}>{t(`accounts.${code}`)}</Link>
              {group === undefined ? (
                <SkeletonText width={90} />
              ) : (
                <Amount hidden={hidden}>{figures.money(group.convert_usd, 'USD')}</Amount>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
