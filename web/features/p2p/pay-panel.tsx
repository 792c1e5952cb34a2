import { type LegalOrderDetail, legalPay } from '@bourse/contract/p2p';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { ImageField } from '../images/index.ts';
import { CopyButton } from './copy-button.tsx';
import { useP2pAction } from './p2p-reads.ts';
import { PayeeCard } from './payee-card.tsx';
import { onlyPayee, PayeeChoice } from './payee-choice.tsx';
import classes from './order.module.css';

/** How a buyer pays: the exact amount, the account, the reference, and the voucher that proves it. */
export function PayPanel({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const box = useRef<HTMLDivElement>(null);
  const { payees, payer_name: payer, reference } = order;
  const [chosen, setChosen] = useState(onlyPayee(payees));
  const [isOwn, setOwn] = useState(false);
  const [voucher, setVoucher] = useState('');
  const [tried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const pay = useP2pAction(legalPay, () => setAsking(false));
  const payee = payees.find(({ id }) => id === chosen);
  const isReady = payee !== undefined && isOwn && voucher !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (event.target !== event.currentTarget) return;
    setTried(true);
    if (isReady) setAsking(true);
    else event.currentTarget.querySelector<HTMLElement>('[data-missing="true"] input')?.focus();
  };
  return (
    <form className={classes.card} noValidate onSubmit={submit} aria-label={t('escrow.steps.pay')}>
      <h2 className={classes.subtitle}>{t('escrow.steps.pay')}</h2>
      <dl className={classes.facts}>
        <div>
          <dt>{t('escrow.amount')}</dt>
          <dd className="figures">
            <b className={classes.big}>{amount(order.amount, order.fiat)}</b>{' '}
            <CopyButton field={t('escrow.amount')} value={order.amount} />
          </dd>
        </div>
      </dl>
      <p className={classes.quiet}>{t('escrow.exact')}</p>
      <PayeeChoice payees={payees} chosen={chosen} tried={tried} onChoose={setChosen} />
      {payee !== undefined && (
        <section aria-label={t('escrow.account')}>
          <h3 className={classes.subtitle}>{t('escrow.account')}</h3>
          <PayeeCard payee={payee} />
        </section>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t('escrow.reference')}</dt>
          <dd className="figures">
            <b className={classes.big}>{reference}</b> <CopyButton field={t('escrow.reference')} value={reference} />
          </dd>
        </div>
      </dl>
      <p className={classes.warning}>{t('escrow.referenceWarning')}</p>
      <div ref={box} className={classes.own} data-missing={!isOwn} data-wrong={tried && !isOwn}>
        <Checkbox checked={isOwn} onChange={setOwn}>
          {t('escrow.ownName', { name: payer })}
        </Checkbox>
        <p className={classes.quiet}>{t('escrow.thirdParty')}</p>
      </div>
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
      <div className={classes.next} data-foot-bar>
        <Button type="submit" size="touch">
          {t('escrow.paid')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('escrow.paidTitle', { amount: amount(order.amount, order.fiat) })}
        opened={isAsking}
        risk={t('escrow.paidWarning')}
        facts={[
          { label: t('escrow.payee'), value: payee?.raw_data.real_name ?? '' },
          { label: t('escrow.reference'), value: reference },
        ]}
        confirmLabel={t('escrow.paid')}
        cancelLabel={t('escrow.notYet')}
        busy={pay.busy}
        error={pay.refusal}
        onConfirm={() => {
          if (payee !== undefined) pay.run({ id: order.id, voucher, method_id: payee.id });
        }}
        onClose={() => {
          pay.reset();
          setAsking(false);
        }}
      />
    </form>
  );
}
