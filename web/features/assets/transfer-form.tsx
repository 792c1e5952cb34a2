import type { AccountGroup } from '@bourse/contract/wallet';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { accountCodes, isAccountCode } from './accounts.ts';
import { amountProblem, plainAmount } from './transfer-amount.ts';
import { pairFrom, swapped, type TransferPair, withSource, withTarget } from './transfer-pair.ts';
import { useTransfer } from './use-transfer.ts';
import classes from './assets.module.css';

/** The server refuses more decimals than the currency has. */
const maxDecimals = 8;

interface TransferFormProps {
  readonly groups: readonly AccountGroup[];
  /** The currency and the account to start with. */
  readonly currency: string | undefined;
  readonly from: string | undefined;
}

/** The form of a transfer. Unknown starting values are ignored. */
export function TransferForm({ groups, currency, from }: TransferFormProps) {
  const { t } = useTranslation();
  const inCoins = useAmount();
  const field = useRef<HTMLInputElement>(null);
  const [pair, setPair] = useState(() => pairFrom(from !== undefined && isAccountCode(from) ? from : 'change_account'));
  const currencies = groups[0]?.accounts ?? [];
  const [code, setCode] = useState(() =>
    startingCode(
      currencies.map((one) => one.currency_code),
      currency,
    ),
  );
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const transfer = useTransfer(() => {
    setAmount('');
    setTried(false);
  });
  const balance = groups
    .find(({ account_code: account }) => account === pair.from)
    ?.accounts.find(({ currency_code: known }) => known === code);
  const available = balance?.balance ?? null;
  const problem = amountProblem(amount, available);
  const changed = (): void => {
    setTried(false);
    transfer.reset();
  };
  const choose = (next: TransferPair): void => {
    setPair(next);
    changed();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (problem !== null || balance === undefined) field.current?.focus();
    else if (!transfer.isPending)
      transfer.mutate({ currency_id: balance.currency_id, balance: plainAmount(amount), ...pair });
  };
  const said =
    problem === 'missing' ? t('assets.enterAmount') : t('assets.short', { amount: inCoins(available ?? '0', code) });
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div className={classes.pair}>
        <AccountChoice label={t('assets.from')} value={pair.from} onChange={(next) => choose(withSource(pair, next))} />
        <button
          type="button"
          className={classes.swap}
          aria-label={t('assets.swap')}
          title={t('assets.swap')}
          onClick={() => choose(swapped(pair))}
        >
          <IconArrowsDownUp size={18} stroke={1.75} aria-hidden="true" />
        </button>
        <AccountChoice label={t('assets.to')} value={pair.to} onChange={(next) => choose(withTarget(pair, next))} />
      </div>
      <SelectField
        large
        label={t('assets.currency')}
        value={code}
        options={currencies.map((one) => ({ id: one.currency_code, name: one.currency_code }))}
        onChange={(next) => {
          setCode(next);
          changed();
        }}
      />
      <AmountField
        label={t('assets.amount')}
        unit={code}
        value={amount}
        decimals={maxDecimals}
        error={tried && problem !== null ? said : refusalOf(transfer.error)}
        inputRef={field}
        onChange={(next) => {
          setAmount(next);
          changed();
        }}
        max={{
          label: t('assets.max'),
          onPress: () => {
            setAmount(available ?? '');
            changed();
          },
        }}
        aside={
          <span data-testid="transfer-balance">
            {t('assets.availableAmount', { amount: inCoins(available ?? '0', code) })}
          </span>
        }
      />
      <Button type="submit" size="touch" aria-busy={transfer.isPending} aria-disabled={transfer.isPending}>
        {t('shell.transfer')}
      </Button>
    </form>
  );
}

/** The currency of the address, else USDT, else the first one. */
function startingCode(codes: readonly string[], wanted: string | undefined): string {
  return codes.find((code) => code === wanted) ?? codes.find((code) => code === 'USDT') ?? codes[0] ?? '';
}

interface AccountChoiceProps {
  readonly label: string;
  readonly value: TransferPair['from'];
  readonly onChange: (code: TransferPair['from']) => void;
}

function AccountChoice({ label, value, onChange }: AccountChoiceProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      large
      label={label}
      value={value}
      options={accountCodes.map((code) => ({ id: code, name: t(`accounts.${code}`) }))}
      onChange={(code) => {
        if (isAccountCode(code)) onChange(code);
      }}
    />
  );
}
