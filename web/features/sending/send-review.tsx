import { codeRefusals, payPasswordRefusals } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import {
  recentRecipients,
  type Recipient,
  sendCoins,
  type SentCoins,
  sentCoinsList,
  sendingQuote,
} from '@bourse/contract/sending';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { partOfRefusal, refusalOf } from '../../live/failure.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { PasswordField, SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import classes from '../../ui/wallet.module.css';

interface SendReviewProps {
  readonly terms: {
    readonly recipient: Recipient;
    readonly currencyId: number;
    readonly code: string;
    readonly number: string;
  };
  /** Called with coins that were sent. */
  readonly onSent: (row: SentCoins) => void;
}

/** The review of the terms, with the proofs that confirm them. */
export function SendReview({ onSent, terms }: SendReviewProps) {
  const { t } = useTranslation();
  const { queries } = useLive();
  const inCoins = useAmount();
  const { factorDialog, withFactor } = useSecondFactor();
  const { code: currency, currencyId, number, recipient } = terms;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const bound = { to_uid: recipient.uid, currency_id: currencyId, number };
  const request = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () => withFactor(sendCoins, { ...bound, pay_password: password, code }),
    onSuccess: ({ data, message }) => {
      toast(message, 'success');
      announce(message);
      onSent(data);
    },
    onSettled: () => {
      for (const { path } of [sentCoinsList, recentRecipients, accountList, sendingQuote])
        void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (request.isPending) return;
    setTried(true);
    if (password !== '' && code !== '') return request.mutate();
    focusFirstError(event.currentTarget);
  };
  const refused = refusalOf(request.error);
  const place = partOfRefusal(request.error, { password: payPasswordRefusals, code: codeRefusals });
  const missing = {
    password: tried && password === '' ? t('errors.pay_password_required') : null,
    code: tried && code === '' ? t('errors.verification_code_required') : null,
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-labelledby="review">
      <h2 id="review" className={classes.subtitle}>
        {t('sending.reviewTitle')}
      </h2>
      <dl className={classes.facts}>
        <dt>{t('assets.amount')}</dt>
        <dd className="figures">{inCoins(number, currency)}</dd>
        <dt>{t('sending.recipient')}</dt>
        <dd>{t('sending.user', { uid: recipient.uid })}</dd>
        <dt>{t('sending.name')}</dt>
        <dd>{recipient.hint}</dd>
      </dl>
      <p className={classes.note}>{t('sending.checkName')}</p>
      <PasswordField
        label={t('shell.tradePassword')}
        name="trade-password"
        purpose="current-password"
        value={password}
        error={missing.password ?? (place === 'password' ? refused : null)}
        onChange={(next) => {
          setPassword(next);
          request.reset();
        }}
      />
      <SecurityCodeField
        value={code}
        error={missing.code ?? (place === 'code' ? refused : null)}
        purpose={codePurpose.withdrawal}
        terms={bound}
        onChange={(next) => {
          setCode(next);
          request.reset();
        }}
      />
      <p className={classes.refusal} role="alert">
        {place === null ? refused : null}
      </p>
      <Button type="submit" size="touch" aria-busy={request.isPending} aria-disabled={request.isPending}>
        {t('sending.send')}
      </Button>
      {factorDialog}
    </form>
  );
}
