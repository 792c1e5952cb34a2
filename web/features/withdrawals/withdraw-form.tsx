import { withdrawalAddressList } from '@bourse/contract/addresses';
import { currencyProtocols, type CurrencyProtocol } from '@bourse/contract/chains';
import { accountList, type AccountGroup } from '@bourse/contract/wallet';
import { withdrawalQuote } from '@bourse/contract/withdrawals';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { WithdrawalAmount } from './withdrawal-amount.tsx';
import { obstaclesOf } from './withdrawal-obstacles.ts';
import { WithdrawalReceiver } from './withdrawal-receiver.tsx';
import { WithdrawalReview } from './withdrawal-review.tsx';
import { isAmount, type WithdrawalDraft, quoteInput } from './withdrawal-draft.ts';
import { receiverChoice } from './saved-choice.ts';
import classes from '../../ui/wallet.module.css';

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
    if (!accounts.isError && !protocols.isError) return <Loading />;
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

/** Placeholders for fields whose number depends on the answers. */
function Loading() {
  return (
    <LoadingRoom>
      <SkeletonRows count={5} height={82} />
    </LoadingRoom>
  );
}

interface TermsProps extends WithdrawFormProps {
  readonly groups: readonly AccountGroup[];
  readonly protocols: readonly CurrencyProtocol[];
}

/** The terms of a withdrawal: the account, the currency and its network, then the receiver and the amount. */
function Terms({ groups, protocols, onRequested }: TermsProps) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/withdraw' });
  const navigate = useNavigate();
  const [network, setNetwork] = useState<string | null>(null);
  const account = paying.find((code) => code === search.account) ?? 'change_account';
  const group = groups.find(({ account_code: code }) => code === account) ?? groups[0];
  const currencies = group?.accounts ?? [];
  const code = currencies.find((one) => one.currency_code === search.currency)?.currency_code ?? 'USDT';
  const open = protocols.filter((one) => one.currency_code === code && one.open_draw === 1);
  const protocol = open.find(({ id }) => String(id) === network) ?? open[0];
  const choose = (next: { readonly currency?: string; readonly account?: string }): void =>
    void navigate({ to: '/assets/withdraw', search: { currency: code, account, ...next }, replace: true });
  const choices = (
    <>
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
      {protocol !== undefined && (
        <SelectField
          large
          label={t('wallet.network')}
          value={String(protocol.id)}
          options={open.map(({ chain_protocol: chain, id }) => ({
            id: String(id),
            name: `${chain.code} · ${chain.name}`,
          }))}
          onChange={setNetwork}
        />
      )}
    </>
  );
  if (protocol === undefined) {
    return (
      <div className={classes.form}>
        {choices}
        <p className={classes.note}>{t('assets.why.withdrawClosed', { currency: code })}</p>
      </div>
    );
  }
  return (
    <Payment
      key={`${account} ${protocol.id}`}
      choices={choices}
      payer={{ account, type: group?.id ?? 1 }}
      protocol={protocol}
      onRequested={onRequested}
    />
  );
}

interface PaymentProps extends WithdrawFormProps {
  /** The fields above the receiver. */
  readonly choices: ReactNode;
  readonly payer: { readonly account: string; readonly type: number };
  readonly protocol: CurrencyProtocol;
}

/** The receiver and the amount, then their review. */
function Payment({ choices, onRequested, payer, protocol }: PaymentProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<number | null>(null);
  const [typed, setTyped] = useState({ address: '', memo: '' });
  const [number, setNumber] = useState('');
  const [isReviewed, setReviewed] = useState(false);
  const [tried, setTried] = useState(false);
  const addresses = useRead(withdrawalAddressList, {});
  const [nowMs] = useState(Date.now);
  const choice = receiverChoice(addresses.data?.data, {
    account: payer.account,
    protocol: protocol.id,
    id: saved,
    nowMs,
  });
  const { address, memo } = choice.chosen ?? typed;
  const terms: WithdrawalDraft = {
    protocol,
    accountType: payer.type,
    number,
    address: address.trim(),
    memo: memo?.trim() ?? '',
  };
  const quoted = useRead(withdrawalQuote, quoteInput(terms), { keepPrevious: true });
  const quote = quoted.data?.data;
  const { receiver } = obstaclesOf(quote, number);
  const isPayable = choice.chosen === null ? !choice.mustBeSaved : !choice.isEarly;
  const isReady = isPayable && terms.address !== '' && isAmount(number) && quote?.reasons.length === 0;
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      set(value);
      setReviewed(false);
    };
  };
  // The saved addresses decide about the fields, and the first quote about the obstacles between them.
  if (addresses.isPending || quoted.isPending) {
    return (
      <div className={classes.form}>
        {choices}
        <Loading />
      </div>
    );
  }
  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(!isReady);
          if (isReady) setReviewed(true);
        }}
      >
        {choices}
        <WithdrawalReceiver
          protocol={protocol}
          choice={choice}
          {...typed}
          tried={tried}
          refused={receiver}
          onChoose={edited(setSaved)}
          onAddress={edited((next: string) => setTyped({ ...typed, address: next }))}
          onMemo={edited((next: string) => setTyped({ ...typed, memo: next }))}
        />
        <WithdrawalAmount terms={terms} quote={quote} tried={tried} onChange={edited(setNumber)} />
        {!isReviewed && (
          <Button type="submit" size="touch" aria-disabled={!isReady}>
            {t('wallet.review')}
          </Button>
        )}
      </form>
      {isReviewed && (
        <WithdrawalReview
          key={`${number} ${terms.address} ${terms.memo}`}
          terms={terms}
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
