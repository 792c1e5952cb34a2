import { savingsCalls, type SavingsHouseRow } from '@bourse/contract/console';
import { isZero } from '../../../live/decimal.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Figure } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';
import classes from './interest-accounts.module.css';

/** The accounts that pay interest, with what is free for new deposits and what is reserved for running ones. */
export function InterestAccounts() {
  const t = useTexts();
  const read = useRead(savingsCalls.savingsHouse, {});
  return (
    <section className={classes.accounts} aria-label={t('savings.accounts')}>
      <h2 className={classes.title}>{t('savings.accounts')}</h2>
      <ReadStates read={read}>
        {({ rows }) => {
          const funded = rows.filter(isFunded);
          return funded.length === 0 ? (
            <EmptyState text={t('savings.noAccounts')} />
          ) : (
            <PlainTable
              caption={t('savings.accounts')}
              heads={[t('savings.fields.currency_code'), t('savings.available'), t('savings.reserved')]}
              figures={[t('savings.available'), t('savings.reserved')]}
              rows={funded}
              rowKey={(row) => String(row.currency_id)}
              renderCells={(row) => [
                row.currency_code,
                <Figure key="available" value={row.available} />,
                <Figure key="reserved" value={row.reserved} />,
              ]}
            />
          );
        }}
      </ReadStates>
    </section>
  );
}

function isFunded({ available, reserved }: SavingsHouseRow): boolean {
  return !isZero(available) || !isZero(reserved);
}
