import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useOutflow } from './outflow-reads.ts';
import classes from './banner.module.css';

/**
 * Says which deposits are not final, and how much can be withdrawn meanwhile; nothing without such deposits. Needs the
 * texts `convert`.
 */
export function UnmaturedBanner() {
  const { t, i18n } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const { data } = useOutflow();
  const { available_usd: available = '0', debts = [], unmatured = [] } = data?.data ?? {};
  if (unmatured.length === 0) return null;
  const sums = unmatured.map((sum) => amount(sum.amount, sum.currency_code));
  const amounts = new Intl.ListFormat(i18n.language).format(sums);
  return (
    <section className={classes.banner} aria-label={t('outflow.unmatured')}>
      <p>
        {t('outflow.unmaturedText', { amounts })}
        {debts.length === 0 && ` ${t('outflow.available', { amount: figures.money(available, 'USD') })}`}
      </p>
    </section>
  );
}
