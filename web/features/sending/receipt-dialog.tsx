import type { SentCoins } from '@bourse/contract/sending';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from '../../ui/wallet.module.css';

interface ReceiptDialogProps {
  /** Null while none is shown. */
  readonly row: SentCoins | null;
  readonly onClose: () => void;
}

/** The receipt of coins that were sent or received. */
export function ReceiptDialog({ onClose, row }: ReceiptDialogProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('sending.receipt')} from="centre" opened={row !== null} onClose={onClose}>
      {row !== null && <Receipt row={row} />}
    </Sheet>
  );
}

function Receipt({ row }: { readonly row: SentCoins }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const inCoins = useAmount();
  return (
    <dl className={classes.facts} data-testid="receipt">
      <dt>{t(`sending.side.${row.side}`)}</dt>
      <dd className="figures">{inCoins(row.number, row.currency_code)}</dd>
      <dt>{t('sending.other')}</dt>
      <dd>{t('sending.user', { uid: row.uid })}</dd>
      <dt>{t('sending.name')}</dt>
      <dd>{row.hint}</dd>
      <dt>{t('assets.time')}</dt>
      <dd className="figures">{figures.dateTime(row.created_at)}</dd>
      <dt>{t('sending.status')}</dt>
      <dd>{t(`sending.statuses.${row.status}`)}</dd>
      <dt>{t('sending.number')}</dt>
      <dd className="figures">{row.id}</dd>
    </dl>
  );
}
