import { codeRefusals, payPasswordRefusals } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { accountList } from '@bourse/contract/wallet';
import { withdrawalQuote, ownWithdrawals, addWithdrawal } from '@bourse/contract/withdrawals';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { partOfRefusal, refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { PasswordField, SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { type WithdrawalDraft, quoteInput } from './withdrawal-draft.ts';
import classes from '../../ui/wallet.module.css';

interface ReviewProps {
  /** Called with the id of a withdrawal that was requested. */
  readonly onRequested: (id: number) => void;
  readonly terms: WithdrawalDraft;
}

/** The review of the terms, with the proofs that confirm them. */
export function WithdrawalReview({ terms, onRequested }: ReviewProps) {
  const { t } = useTranslation();
  const { queries } = useLive();
  const inCoins = useAmount();
  const { factorDialog, withFactor } = useSecondFactor();
  const { accountType, address, memo, number, protocol } = terms;
  const { currency_code: currency } = protocol;
  const quote = useRead(withdrawalQuote, quoteInput(terms)).data?.data;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const note = memo === '' ? {} : { memo };
  const bound = { currency_protocol_id: protocol.id, number, address, ...note };
  const request = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () =>
      withFactor(addWithdrawal, {
        ...bound,
        currency_id: protocol.currency_id,
        account_type_id: accountType,
        pay_password: password,
        code,
      }),
    onSuccess: ({ data, message }) => {
      toast(message, 'success');
      announce(message);
      onRequested(data.id);
    },
    onSettled: () => {
      for (const { path } of [ownWithdrawals, accountList, withdrawalQuote])
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
        {t('wallet.reviewTitle')}
      </h2>
      <dl className={classes.facts}>
        <dt>{t('assets.amount')}</dt>
        <dd className="figures">{inCoins(number, currency)}</dd>
        <dt>{t('wallet.fee')}</dt>
        <dd className="figures">{inCoins(quote?.fee ?? '0', currency)}</dd>
        <dt>{t('wallet.net')}</dt>
        <dd className="figures">{inCoins(quote?.net ?? '0', currency)}</dd>
        <dt>{t('wallet.network')}</dt>
        <dd>{`${protocol.chain_protocol.code} · ${protocol.chain_protocol.name}`}</dd>
        <dt>{t('wallet.receiver')}</dt>
        <dd>{address}</dd>
        {memo !== '' && (
          <>
            <dt>{t('wallet.memo')}</dt>
            <dd>{memo}</dd>
          </>
        )}
      </dl>
      <p className={classes.note}>{t('wallet.final')}</p>
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
        {t('assets.withdraw')}
      </Button>
      {factorDialog}
    </form>
  );
}
