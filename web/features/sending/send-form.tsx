import { recentRecipients, type Recipient, type SentCoins, sendingQuote } from '@bourse/contract/sending';
import { type AccountGroup } from '@bourse/contract/wallet';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { useAccounts } from '../assets/index.ts';
import { RecipientChoice } from './recipient-choice.tsx';
import { SendAmount } from './send-amount.tsx';
import { amountProblem, obstaclesOf } from './send-draft.ts';
import { SendReview } from './send-review.tsx';
import classes from '../../ui/wallet.module.css';

interface SendFormProps {
  /** Called with coins that were sent. */
  readonly onSent: (row: SentCoins) => void;
}

/** Loads the accounts, then shows the form. */
export function SendForm({ onSent }: SendFormProps) {
  const accounts = useAccounts();
  const recents = useRead(recentRecipients, {});
  if (accounts.data !== undefined && recents.data !== undefined) {
    return <Terms group={accounts.data.data[0]} recents={recents.data.data} onSent={onSent} />;
  }
  if (accounts.isError || recents.isError) {
    return (
      <ErrorState
        onRetry={() => {
          void accounts.refetch();
          void recents.refetch();
        }}
      />
    );
  }
  return (
    <LoadingRoom>
      <SkeletonRows count={4} height={82} />
    </LoadingRoom>
  );
}

interface TermsProps extends SendFormProps {
  /** The spot account. */
  readonly group: AccountGroup | undefined;
  readonly recents: readonly Recipient[];
}

/** The recipient, the currency and the amount, then their review. */
function Terms({ group, onSent, recents }: TermsProps) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/send' });
  const navigate = useNavigate();
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const [isReviewed, setReviewed] = useState(false);
  const currencies = group?.accounts ?? [];
  const currency =
    currencies.find(({ currency_code: code }) => code === search.currency) ??
    currencies.find(({ currency_code: code }) => code === 'USDT') ??
    currencies[0];
  const id = currency?.currency_id ?? 0;
  const quoted = useRead(
    sendingQuote,
    { currency_id: id, ...(recipient !== null && { to_uid: recipient.uid }) },
    { keepPrevious: true, enabled: currency !== undefined },
  );
  const quote = quoted.data?.data;
  const problem = amountProblem(number, quote);
  const isReady = recipient !== null && problem === null && quote !== undefined && obstaclesOf(quote).length === 0;
  const edited = (): void => {
    setTried(false);
    setReviewed(false);
  };
  if (currency === undefined || quoted.isPending) {
    return (
      <LoadingRoom>
        <SkeletonRows count={4} height={82} />
      </LoadingRoom>
    );
  }
  if (quote === undefined) return <ErrorState onRetry={() => void quoted.refetch()} />;
  return (
    <div className={classes.columns}>
      <div className={classes.form}>
        <RecipientChoice
          recents={recents}
          recipient={recipient}
          start={search.to}
          missing={tried && recipient === null}
          onChoose={(next) => {
            setRecipient(next);
            edited();
          }}
        />
        <SelectField
          large
          label={t('assets.currency')}
          value={currency.currency_code}
          options={currencies.map(({ currency_code: code }) => ({ id: code, name: code }))}
          onChange={(code) => {
            setNumber('');
            edited();
            void navigate({ to: '/assets/send', search: { ...search, currency: code }, replace: true });
          }}
        />
        <SendAmount
          code={currency.currency_code}
          number={number}
          quote={quote}
          problem={tried || problem?.kind !== 'missing' ? problem : null}
          onChange={(next) => {
            setNumber(next);
            edited();
          }}
        />
        {!isReviewed && (
          <Button
            size="touch"
            aria-disabled={!isReady}
            onClick={() => {
              setTried(!isReady);
              setReviewed(isReady);
            }}
          >
            {t('sending.review')}
          </Button>
        )}
      </div>
      {isReviewed && recipient !== null && (
        <SendReview
          key={`${recipient.uid} ${id} ${number}`}
          terms={{ recipient, currencyId: id, code: currency.currency_code, number }}
          onSent={(row) => {
            setNumber('');
            edited();
            onSent(row);
          }}
        />
      )}
    </div>
  );
}
