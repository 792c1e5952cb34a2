import { NativeSelect } from '@mantine/core';
import type { VenueAccountsRow } from '@bourse/contract/console';
import { useState } from 'react';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Change } from '../../parts/changes.ts';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';
import { amountProblem, availableIn, type VenueAccount } from './balances.ts';
import type { MoneyAction } from './money-frame.tsx';
import { useAccountName } from './use-account-name.ts';
import classes from './money-form.module.css';

/** The currency, the account that pays and the amount, which both dialogs ask for. */
export function useMoneyForm({ currencyId }: MoneyAction, rows: readonly VenueAccountsRow[]) {
  const [chosen, choose] = useState(currencyId);
  const [from, setFrom] = useState<VenueAccount | null>(null);
  const [amount, setAmount] = useState('');
  const row = rows.find((one) => one.currency_id === chosen);
  const available = row === undefined || from === null ? null : availableIn(row, from);
  const problem = row === undefined ? null : amountProblem(amount, { available, decimals: row.decimals });
  return {
    row,
    from,
    amount,
    available,
    problem,
    isMovable: row !== undefined && problem === null,
    setFrom,
    setAmount,
    choose: (id: number) => {
      choose(id);
      // An amount of one currency means nothing in another.
      setAmount('');
    },
  };
}

type MoneyForm = ReturnType<typeof useMoneyForm>;

interface CurrencyChoiceProps {
  readonly form: MoneyForm;
  readonly rows: readonly VenueAccountsRow[];
}

export function CurrencyChoice({ form, rows }: CurrencyChoiceProps) {
  const t = useTexts();
  return (
    <NativeSelect
      label={t('venueMoney.currency')}
      value={form.row === undefined ? '' : String(form.row.currency_id)}
      data={[
        { value: '', label: t('venueMoney.chooseCurrency'), disabled: true },
        ...rows.map((row) => ({ value: String(row.currency_id), label: row.currency_code })),
      ]}
      onChange={(event) => form.choose(Number(event.currentTarget.value))}
    />
  );
}

interface AccountChoiceProps {
  readonly label: string;
  readonly accounts: readonly VenueAccount[];
  readonly row: VenueAccountsRow | undefined;
  readonly value: VenueAccount | null;
  readonly error: string | null;
  readonly onChange: (account: VenueAccount) => void;
}

/** The choice of an account, with the balance of each. */
export function AccountChoice({ label, accounts, row, value, error, onChange }: AccountChoiceProps) {
  const t = useTexts();
  const accountName = useAccountName();
  const shown = useShownAmount();
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      error={error}
      data={[
        { value: '', label: t('venueMoney.chooseAccount'), disabled: true },
        ...accounts.map((account) => ({
          value: account,
          label:
            row === undefined
              ? accountName(account)
              : `${accountName(account)}: ${shown(row[account], row.currency_code)}`,
        })),
      ]}
      onChange={(event) => {
        const chosen = accounts.find((account) => account === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/** The amount, with what the account has available. */
export function AmountField({ form, error }: { readonly form: MoneyForm; readonly error: string | null }) {
  const t = useTexts();
  const shown = useShownAmount();
  const { amount, available, from, problem, row, setAmount } = form;
  const problems = {
    none: t('entry.amount'),
    precise: t('venueMoney.tooPrecise', { decimals: row?.decimals ?? 0 }),
    too_much: t('venueMoney.tooMuch'),
  };
  return (
    <FigureInput
      label={t('venueMoney.amount')}
      {...(row === undefined ? {} : { unit: row.currency_code })}
      description={
        row !== undefined &&
        from !== null &&
        (available === null ? (
          t('venueMoney.unlimited')
        ) : (
          <>
            {t('venueMoney.available', { amount: shown(available, row.currency_code) })}{' '}
            <button type="button" className={classes.all} onClick={() => setAmount(available)}>
              {t('venueMoney.useAll')}
            </button>
          </>
        ))
      }
      value={amount}
      error={error ?? (amount === '' || problem === null ? null : problems[problem])}
      onChange={setAmount}
    />
  );
}

/** Returns a change of a balance, with its currency. */
export function useBalanceChange(): (row: VenueAccountsRow, field: string, before: string, after: string) => Change {
  const shown = useShownAmount();
  return ({ currency_code: code }, field, before, after) => ({
    field,
    before: shown(before, code),
    after: shown(after, code),
  });
}

function useShownAmount(): (amount: string, code: string) => string {
  const figures = useFigures();
  return (amount, code) => `${figures.trimmed(amount, 18)} ${code}`;
}
