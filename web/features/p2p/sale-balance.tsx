import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../app/i18n/with-texts.ts';
import { noFigure } from '../../ui/figures.ts';
import { requestedPart } from '../../ui/requested-part.ts';
import { useAmount } from '../../ui/use-amount.ts';
import classes from './take.module.css';

const TransferSheet = requestedPart(
  withTexts(['p2p', 'assets'], async () => (await import('./transfer-sheet.tsx')).TransferSheet),
  ({ onClose }) => onClose(),
);

interface SaleBalanceProps {
  /** The code of the coin. */
  readonly currency: string;
  readonly balance: string | null;
}

/** The balance of a coin in the fiat account, and a transfer to it in place. */
export function SaleBalance({ balance, currency }: SaleBalanceProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const [isOpen, setOpen] = useState(false);
  return (
    <p className={classes.balance}>
      <span className="figures">
        {t('p2p.balance', { amount: balance === null ? noFigure : amount(balance, currency) })}
      </span>
      <button type="button" className={classes.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('p2p.transfer')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <TransferSheet currency={currency} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
