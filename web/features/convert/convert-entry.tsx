import type { Conversion, ConvertSetting } from '@bourse/contract/convert';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBalance } from '../../live/balance.ts';
import { mayHaveArrived, refusalOf } from '../../live/failure.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { AmountField } from './amount-field.tsx';
import { chosen, type ConvertDraft, firstDraft, type ReadDraft, readDraft, swapped } from './convert-draft.ts';
import { useConversion, useQuote } from './convert-reads.ts';
import { QuotePanel } from './quote-panel.tsx';
import classes from './convert.module.css';

interface ConvertEntryProps {
  readonly setting: ConvertSetting;
  /** The id of the currency that the form begins with. */
  readonly wanted: number | undefined;
  readonly onDone: (conversion: Conversion) => void;
}

/** The entry of a conversion, with its quote below. A change of the entry drops the quote. */
export function ConvertEntry({ setting, wanted, onDone }: ConvertEntryProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => firstDraft(setting.currencies, wanted));
  const [touched, setTouched] = useState(false);
  const available = useBalance(draft?.from ?? 0)?.available ?? null;
  const quoting = useQuote(setting.quote_ms);
  const converting = useConversion();
  const read = draft === null ? null : readDraft(draft, setting.currencies, available);
  const change = (next: ConvertDraft): void => {
    setDraft(next);
    quoting.reset();
    converting.reset();
  };
  if (draft === null || read === null) {
    return <Button onClick={() => setDraft(firstDraft(setting.currencies, wanted))}>{t('common.retry')}</Button>;
  }
  const request = (): void => {
    setTouched(true);
    if (read.number === null || read.problem !== null) return;
    converting.reset();
    quoting.mutate({ from: read.from.id, to: read.to.id, number: read.number });
  };
  const accept = (): void => {
    if (quoting.data === undefined) return;
    converting.mutate(quoting.data.quote, {
      onSuccess: ({ data, message }) => {
        announce(message);
        onDone(data);
      },
      onError: (error) => {
        // A refused quote stays refused. Without an answer it may have been carried out, so it is kept.
        if (!mayHaveArrived(error)) quoting.reset();
      },
    });
  };
  const refusal = refusalOf(converting.error) ?? refusalOf(quoting.error);
  return (
    <form
      className={classes.entry}
      aria-label={t('convert.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (quoting.data === undefined && !quoting.isPending) request();
      }}
    >
      <Sides
        {...{ setting, draft, read, available, touched }}
        disabled={quoting.isPending || converting.isPending}
        received={quoting.data?.quote.received ?? ''}
        onChange={change}
      />
      <div role="alert" className={classes.error}>
        {refusal ?? (quoting.isError ? t('errors.server_error') : null)}
      </div>
      {quoting.data === undefined ? (
        <Button type="submit" size="touch" aria-busy={quoting.isPending} disabled={quoting.isPending}>
          {t('convert.getQuote')}
        </Button>
      ) : (
        <QuotePanel
          held={quoting.data}
          setting={setting}
          busy={converting.isPending}
          unanswered={converting.isError && mayHaveArrived(converting.error)}
          onAccept={accept}
          onAgain={request}
        />
      )}
    </form>
  );
}

interface SidesProps {
  readonly setting: ConvertSetting;
  readonly draft: ConvertDraft;
  readonly read: ReadDraft;
  readonly available: string | null;
  readonly touched: boolean;
  readonly received: string;
  readonly disabled: boolean;
  readonly onChange: (draft: ConvertDraft) => void;
}

function Sides({ setting, draft, read, available, touched, received, disabled, onChange }: SidesProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { currencies } = setting;
  const problem = useProblemText(read, available, touched);
  return (
    <>
      <AmountField
        label={t('convert.from')}
        choiceLabel={t('convert.fromCurrency')}
        currencies={currencies}
        currency={read.from}
        value={draft.amount}
        error={problem}
        disabled={disabled}
        onChange={(next) => onChange({ ...draft, amount: next })}
        onChoose={(id) => onChange(chosen(draft, 'from', id))}
        aside={
          available !== null && (
            <button
              type="button"
              className={classes.max}
              disabled={disabled}
              onClick={() => onChange({ ...draft, amount: available })}
            >
              {t('convert.available', { amount: amount(available, read.from.code) })}
            </button>
          )
        }
      />
      <button
        type="button"
        className={classes.swap}
        aria-label={t('convert.swap')}
        title={t('convert.swap')}
        disabled={disabled}
        onClick={() => onChange(swapped(draft))}
      >
        <IconArrowsDownUp size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <AmountField
        label={t('convert.to')}
        choiceLabel={t('convert.toCurrency')}
        currencies={currencies}
        currency={read.to}
        value={received}
        disabled={disabled}
        onChoose={(id) => onChange(chosen(draft, 'to', id))}
      />
    </>
  );
}

/** A missing amount is an error only after the first attempt. */
function useProblemText({ from, to, problem }: ReadDraft, available: string | null, touched: boolean): string | null {
  const { t } = useTranslation();
  const amount = useAmount();
  switch (problem) {
    case 'amountRequired':
      return touched ? t('convert.amountRequired') : null;
    case 'tooMuch':
      return t('convert.tooMuch', { amount: amount(available ?? '0', from.code) });
    case 'noPrice':
      return t('convert.noPrice', { currency: from.is_priced === 0 ? from.code : to.code });
    case null:
      return null;
  }
}
