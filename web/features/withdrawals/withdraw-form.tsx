import { currencyProtocols, type CurrencyProtocol } from '@bourse/contract/chains';
import { codePurpose } from '@bourse/contract/notify';
import { accountList, type AccountGroup } from '@bourse/contract/wallet';
import { drawQuote, ownWithdrawals, requestDraw } from '@bourse/contract/withdrawals';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { randomId } from '../../live/random-id.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { PasswordField, SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import classes from '../../ui/wallet.module.css';

const maxDecimals = 8;
/** The accounts that pay withdrawals. */
const paying = ['change_account', 'legal_account', 'lever_account'] as const;

interface WithdrawFormProps {
  /** Called with the id of a withdrawal that was requested. */
  readonly onRequested: (id: number) => void;
}

/** Loads the accounts and networks, then shows the form. */
export function WithdrawForm({ onRequested }: WithdrawFormProps) {
  const accounts = useRead(accountList, {});
  const protocols = useRead(currencyProtocols, {});
  if (accounts.data === undefined || protocols.data === undefined) {
    if (!accounts.isError && !protocols.isError) return <SkeletonRows count={5} height={64} />;
    return (
      <ErrorState
        onRetry={() => {
          void accounts.refetch();
          void protocols.refetch();
        }}
      />
    );
  }
  return <Terms groups={accounts.data.data} protocols={protocols.data.data} onRequested={onRequested} />;
}

interface TermsProps extends WithdrawFormProps {
  readonly groups: readonly AccountGroup[];
  readonly protocols: readonly CurrencyProtocol[];
}

/** The terms of a withdrawal: from where, to whom, how much. */
function Terms({ groups, protocols, onRequested }: TermsProps) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/withdraw' });
  const navigate = useNavigate();
  const [network, setNetwork] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [number, setNumber] = useState('');
  const [isReviewed, setReviewed] = useState(false);
  const account = paying.find((code) => code === search.account) ?? 'change_account';
  const group = groups.find(({ account_code: code }) => code === account) ?? groups[0];
  const currencies = group?.accounts ?? [];
  const code = currencies.find((one) => one.currency_code === search.currency)?.currency_code ?? 'USDT';
  const open = protocols.filter((one) => one.currency_code === code && one.open_draw === 1);
  const protocol = open.find(({ id }) => String(id) === network) ?? open[0];
  const choose = (next: { readonly currency?: string; readonly account?: string }): void => {
    setReviewed(false);
    void navigate({ to: '/assets/withdraw', search: { currency: code, account, ...next }, replace: true });
  };
  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() !== '' && number !== '') setReviewed(true);
        }}
      >
        <SelectField
          large
          label={t('assets.currency')}
          value={code}
          options={currencies.map((one) => ({ id: one.currency_code, name: one.currency_code }))}
          onChange={(currency) => choose({ currency })}
        />
        <SelectField
          large
          label={t('assets.account')}
          value={account}
          options={paying.map((id) => ({ id, name: t(`accounts.${id}`) }))}
          onChange={(next) => choose({ account: next })}
        />
        {protocol === undefined ? (
          <p className={classes.note}>{t('assets.why.withdrawClosed', { currency: code })}</p>
        ) : (
          <>
            <SelectField
              large
              label={t('wallet.network')}
              value={String(protocol.id)}
              options={open.map(({ chain_protocol: chain, id }) => ({
                id: String(id),
                name: `${chain.code} · ${chain.name}`,
              }))}
              onChange={(id) => {
                setNetwork(id);
                setReviewed(false);
              }}
            />
            <TextInput
              label={t('wallet.receiver')}
              value={address}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setAddress(event.currentTarget.value);
                setReviewed(false);
              }}
            />
            {protocol.memo_required === 1 && (
              <TextInput
                label={t('wallet.memo')}
                value={memo}
                maxLength={64}
                autoComplete="off"
                onChange={(event) => {
                  setMemo(event.currentTarget.value);
                  setReviewed(false);
                }}
              />
            )}
            <Amount
              protocol={protocol}
              accountType={group?.id ?? 1}
              number={number}
              onChange={(next) => {
                setNumber(next);
                setReviewed(false);
              }}
            />
            {!isReviewed && (
              <Button type="submit" size="touch">
                {t('wallet.review')}
              </Button>
            )}
          </>
        )}
      </form>
      {isReviewed && protocol !== undefined && (
        <Review
          key={`${protocol.id} ${number} ${address} ${memo}`}
          terms={{ protocol, accountType: group?.id ?? 1, number, address: address.trim(), memo: memo.trim() }}
          onRequested={(id) => {
            setReviewed(false);
            setNumber('');
            onRequested(id);
          }}
        />
      )}
    </div>
  );
}

interface AmountProps {
  readonly protocol: CurrencyProtocol;
  readonly accountType: number;
  readonly number: string;
  readonly onChange: (number: string) => void;
}

function quoteInput(protocol: CurrencyProtocol, accountType: number, number: string) {
  const asked = number === '' ? {} : { number };
  return { currency_protocol_id: protocol.id, account_type_id: accountType, ...asked };
}

/** The amount with its fee, what arrives, and what would refuse it. */
function Amount({ accountType, number, onChange, protocol }: AmountProps) {
  const { t } = useTranslation();
  const inCoins = useAmount();
  const figures = useFigures();
  const code = protocol.currency_code;
  const quote = useRead(drawQuote, quoteInput(protocol, accountType, number), { keepPrevious: true }).data?.data;
  const problem = number === '' ? undefined : quote?.reasons[0];
  return (
    <>
      <AmountField
        label={t('assets.amount')}
        unit={code}
        value={number}
        decimals={maxDecimals}
        error={problem === undefined ? null : t(`wallet.why.${problem}`)}
        onChange={onChange}
        max={{ label: t('assets.max'), onPress: () => onChange(quote?.maximum ?? '') }}
        aside={<span>{t('assets.availableAmount', { amount: inCoins(quote?.maximum ?? '0', code) })}</span>}
      />
      {quote?.reasons.includes('trade_password_missing') === true && (
        <Link to="/personal/authentication" className={classes.link}>
          {t('shell.authentication')}
        </Link>
      )}
      <dl className={classes.facts}>
        <dt>{t('wallet.fee')}</dt>
        <dd className="figures">{inCoins(quote?.fee ?? '0', code)}</dd>
        <dt>{t('wallet.net')}</dt>
        <dd className="figures" data-testid="net">
          {inCoins(quote?.net ?? '0', code)}
        </dd>
        <dt>{t('wallet.limits')}</dt>
        <dd className="figures">{`${inCoins(protocol.draw_min, code)} – ${inCoins(protocol.draw_max, code)}`}</dd>
        <dt>{t('wallet.dayLeft')}</dt>
        <dd className="figures">
          {`${inCoins(quote?.day_left ?? '0', 'USD')} / ${inCoins(quote?.day_limit ?? '0', 'USD')}`}
        </dd>
        {quote !== undefined && quote.unmatured !== '0' && (
          <>
            <dt>{t('wallet.unmatured')}</dt>
            <dd className="figures">{inCoins(quote.unmatured, 'USD')}</dd>
          </>
        )}
        {quote?.waits_until !== null && quote !== undefined && (
          <>
            <dt>{t('wallet.earliest')}</dt>
            <dd className="figures">{figures.dateTime(quote.waits_until)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

interface ReviewProps extends WithdrawFormProps {
  readonly terms: {
    readonly protocol: CurrencyProtocol;
    readonly accountType: number;
    readonly number: string;
    readonly address: string;
    readonly memo: string;
  };
}

/** The review of the terms, with the proofs that confirm them. */
function Review({ terms, onRequested }: ReviewProps) {
  const { t } = useTranslation();
  const { queries } = useLive();
  const inCoins = useAmount();
  const { factorDialog, withFactor } = useSecondFactor();
  const { accountType, address, memo, number, protocol } = terms;
  const { currency_code: currency } = protocol;
  const quote = useRead(drawQuote, quoteInput(protocol, accountType, number)).data?.data;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // Attempts of the same withdrawal share a key; a refusal needs another one.
  const [key, setKey] = useState(randomId);
  const note = memo === '' ? {} : { memo };
  const bound = { currency_protocol_id: protocol.id, number, address, ...note };
  const request = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () =>
      withFactor(
        requestDraw,
        {
          ...bound,
          ...{ currency_id: protocol.currency_id, account_type_id: accountType, pay_password: password, code },
        },
        { idempotencyKey: key },
      ),
    onSuccess: ({ data, message }) => {
      toast(message, 'success');
      announce(message);
      onRequested(data.id);
    },
    onError: (error) => {
      if (refusalOf(error) !== null) setKey(randomId());
    },
    onSettled: () => {
      for (const { path } of [ownWithdrawals, accountList, drawQuote])
        void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!request.isPending) request.mutate();
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
        error={null}
        onChange={(next) => {
          setPassword(next);
          request.reset();
        }}
      />
      <SecurityCodeField
        value={code}
        error={refusalOf(request.error)}
        purpose={codePurpose.withdrawal}
        terms={bound}
        onChange={(next) => {
          setCode(next);
          request.reset();
        }}
      />
      <Button type="submit" size="touch" aria-busy={request.isPending} aria-disabled={request.isPending}>
        {t('assets.withdraw')}
      </Button>
      {factorDialog}
    </form>
  );
}
