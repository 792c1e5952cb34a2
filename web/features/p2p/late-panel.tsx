import { legalLate, type LegalOrderDetail } from '@bourse/contract/p2p';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { ImageField, OwnImage } from '../images/index.ts';
import { OrderMarks } from './order-marks.tsx';
import { useP2pAction } from './p2p-reads.ts';
import { PayeeCard } from './payee-card.tsx';
import { onlyPayee, PayeeChoice } from './payee-choice.tsx';
import classes from './order.module.css';

interface LatePanelProps {
  readonly order: LegalOrderDetail;
  readonly onOther: (id: number) => void;
}

/** A payment after the order was cancelled: the buyer files it, and the seller sees it with the account to look at. */
export function LatePanel({ onOther, order }: LatePanelProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { can, late, payee, reopened_as: reopenedAs, side } = order;
  const isBuyer = side === 'buy';
  if (late === null && !can.includes('late')) return null;
  return (
    <section className={classes.card} aria-label={t('escrow.late')}>
      <h2 className={classes.subtitle}>{t('escrow.late')}</h2>
      {reopenedAs !== null && (
        <>
          <p>{t('escrow.reopened')}</p>
          <Button look="plain" onClick={() => onOther(reopenedAs)}>
            {t('p2p.openOrder')}
          </Button>
        </>
      )}
      {late === null && <LateForm order={order} />}
      {late !== null && reopenedAs === null && (
        <p className={isBuyer ? undefined : classes.warning}>
          {isBuyer
            ? t('escrow.lateFiled', { time: figures.dateTime(late.reopen_until) })
            : `${t('escrow.lateSeller')} ${t('escrow.lateUntil', { time: figures.dateTime(late.reopen_until) })}`}
        </p>
      )}
      {late !== null && reopenedAs === null && <OrderMarks order={order} />}
      {late !== null && payee !== null && (
        <section aria-label={t('escrow.account')}>
          <h3 className={classes.subtitle}>{t('escrow.account')}</h3>
          <PayeeCard payee={payee} />
        </section>
      )}
      {late !== null && (
        <figure className={classes.voucher}>
          <figcaption>{t('escrow.voucher')}</figcaption>
          <OwnImage url={late.voucher} label={t('escrow.voucher')} />
          {!isBuyer && <p className={classes.warning}>{t('escrow.voucherFake')}</p>}
        </figure>
      )}
    </section>
  );
}

function LateForm({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { payees } = order;
  const [chosen, setChosen] = useState(onlyPayee(payees));
  const [voucher, setVoucher] = useState('');
  const [tried, setTried] = useState(false);
  const file = useP2pAction(legalLate, () => undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file.busy) return;
    setTried(true);
    if (chosen !== null && voucher !== '') file.run({ id: order.id, voucher, method_id: chosen });
    else event.currentTarget.querySelector<HTMLElement>('[data-missing="true"] input')?.focus();
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>
        {t('escrow.lateText')}{' '}
        {order.late_until !== null && t('escrow.lateUntil', { time: figures.dateTime(order.late_until) })}
      </p>
      <PayeeChoice payees={payees} chosen={chosen} tried={tried} onChoose={setChosen} />
      <div data-missing={voucher === ''}>
        <ImageField
          label={t('escrow.voucher')}
          name="voucher"
          value={voucher}
          error={tried && voucher === '' ? t('escrow.voucherMissing') : null}
          onChange={setVoucher}
        >
          <p>{t('escrow.voucherHint')}</p>
        </ImageField>
      </div>
      <p className={classes.refusal} role="alert">
        {file.refusal}
      </p>
      <div className={classes.next} data-foot-bar>
        <Button
          type="submit"
          size="touch"
          aria-busy={file.busy}
          aria-disabled={file.busy || voucher === '' || chosen === null}
        >
          {t('escrow.late')}
        </Button>
      </div>
    </form>
  );
}
