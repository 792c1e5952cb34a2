import type { Outflow } from '@bourse/contract/credits';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { maturingLines } from './maturing-lines.ts';
import { useOutflow } from './outflow-reads.ts';
import classes from './banner.module.css';

/** The most lines about bought coins; the last has the sums of all others. */
const mostLines = 5;

/**
 * Says which deposits are not final, which bought coins cannot leave yet, and how much can be withdrawn meanwhile;
 * nothing without any. Needs the texts `convert`.
 */
export function UnmaturedBanner() {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data } = useOutflow();
  const { available_usd: available = '0', debts = [], maturing = [], unmatured = [] } = data?.data ?? {};
  if (unmatured.length === 0 && maturing.length === 0) return null;
  const label = t(unmatured.length > 0 ? 'outflow.unmatured' : 'outflow.maturing');
  return (
    <section className={classes.banner} aria-label={label}>
      {unmatured.length > 0 && <Deposits unmatured={unmatured} />}
      {maturing.length > 0 && <BoughtCoins maturing={maturing} />}
      {debts.length === 0 && <p>{t('outflow.available', { amount: figures.money(available, 'USD') })}</p>}
    </section>
  );
}

function Deposits({ unmatured }: Pick<Outflow, 'unmatured'>) {
  const { t } = useTranslation();
  const listed = useListed();
  const sums = unmatured.map(({ amount, currency_code: code }) => ({ amount, code }));
  return <p>{t('outflow.unmaturedText', { amounts: listed(sums) })}</p>;
}

function BoughtCoins({ maturing }: Pick<Outflow, 'maturing'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const listed = useListed();
  return (
    <>
      <p>{t('outflow.maturingText')}</p>
      <ul className={classes.coins}>
        {maturingLines(maturing, mostLines).map(({ sums, until }, at) => (
          <li key={at} className="figures">
            {t('outflow.maturingUntil', { amounts: listed(sums), time: figures.dateTime(until) })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Joins amounts in the language of the page. */
function useListed(): (sums: readonly { readonly amount: string; readonly code: string }[]) => string {
  const { i18n } = useTranslation();
  const amount = useAmount();
  return (sums) => new Intl.ListFormat(i18n.language).format(sums.map((sum) => amount(sum.amount, sum.code)));
}
