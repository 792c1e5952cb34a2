import { userCalls, venueAccounts, venueMoneyCalls, type VenueAccountsRow } from '@bourse/contract/console';
import { useState } from 'react';
import { useSettled } from '../../../ui/use-settled.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';
import { isConsoleRefusal } from '../../wire/envelope.ts';
import { useRead } from '../../wire/use-read.ts';
import { addedTo, takenFrom, type VenueAccount } from './balances.ts';
import { AccountChoice, AmountField, CurrencyChoice, useBalanceChange, useMoneyForm } from './money-form.tsx';
import type { MoneyAction } from './money-frame.tsx';
import { changeAccount, useAccountName } from './use-account-name.ts';

interface MoneyDialogProps {
  readonly action: MoneyAction;
  /** The balances of each currency. */
  readonly rows: readonly VenueAccountsRow[];
  readonly onClose: () => void;
}

export function MoneyDialog(props: MoneyDialogProps) {
  switch (props.action.kind) {
    case 'move':
      return <MoveDialog {...props} />;
    case 'pay':
      return <PayDialog {...props} />;
  }
}

/** Moves money between accounts of the exchange. */
function MoveDialog({ action, rows, onClose }: MoneyDialogProps) {
  const t = useTexts();
  const accountName = useAccountName();
  const changeOf = useBalanceChange();
  const form = useMoneyForm(action, rows);
  const [to, setTo] = useState<VenueAccount | null>(null);
  const { amount, from, isMovable, row } = form;
  const isComplete = row !== undefined && from !== null && to !== null && to !== from && isMovable;
  return (
    <ActionDialog
      call={venueMoneyCalls.moveVenueMoney}
      title={t('venueMoney.moveTitle')}
      confirmLabel={t('venueMoney.move')}
      input={isComplete ? { currency_id: row.currency_id, from, to, amount } : null}
      {...(isComplete
        ? {
            changes: [
              changeOf(row, accountName(from), row[from], takenFrom(row[from], amount, row.decimals)),
              changeOf(row, accountName(to), row[to], addedTo(row[to], amount, row.decimals)),
            ],
          }
        : {})}
      fields={['from', 'to', 'amount']}
      fieldOf={{ insufficient: 'amount', fees_owed: 'amount', house_floor: 'amount' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('venueMoney.moveHint')}</p>
          <CurrencyChoice form={form} rows={rows} />
          <AccountChoice
            label={t('venueMoney.from')}
            accounts={venueAccounts}
            row={row}
            value={from}
            error={errorOf('from')}
            onChange={form.setFrom}
          />
          <AccountChoice
            label={t('venueMoney.to')}
            accounts={venueAccounts}
            row={row}
            value={to}
            error={errorOf('to') ?? (to !== null && to === from ? t('venueMoney.sameAccount') : null)}
            onChange={setTo}
          />
          <AmountField form={form} error={errorOf('amount')} />
        </>
      )}
    </ActionDialog>
  );
}

/** Users are paid from accounts of the exchange; money from outside reaches them as a deposit only. */
const payingAccounts = venueAccounts.filter((account) => account !== 'external');

/** How long an ID must stay the same before the balance of its user is read. */
const settleMs = 300;

/** Pays a user from an account of the exchange. */
function PayDialog({ action, rows, onClose }: MoneyDialogProps) {
  const t = useTexts();
  const accountName = useAccountName();
  const changeOf = useBalanceChange();
  const form = useMoneyForm(action, rows);
  const [text, setText] = useState('');
  const { amount, from, isMovable, row } = form;
  const settled = useSettled(text, settleMs);
  const user = settled === text ? wholeNumber(text, 1, 2 ** 30 - 1) : null;
  const balances = useRead(userCalls.userBalances, { id: user ?? 0 }, { when: user !== null, keepsPrevious: false });
  const isUnknown = user !== null && isConsoleRefusal(balances.error, 'not_found');
  const userProblem = isUnknown
    ? t('refusal.user_unknown', { user })
    : text !== '' && settled === text && user === null
      ? t('venueMoney.userInvalid')
      : null;
  const held = balances.data?.rows.find(
    (balance) => balance.account === changeAccount && balance.currency_id === row?.currency_id,
  );
  const before = held?.available ?? '0';
  const isComplete = row !== undefined && from !== null && user !== null && isMovable && balances.data !== undefined;
  return (
    <ActionDialog
      call={venueMoneyCalls.payUser}
      title={t('venueMoney.payTitle')}
      confirmLabel={t('venueMoney.pay')}
      input={isComplete ? { currency_id: row.currency_id, from, user_id: user, amount } : null}
      {...(isComplete
        ? {
            changes: [
              changeOf(row, accountName(from), row[from], takenFrom(row[from], amount, row.decimals)),
              changeOf(row, t('venueMoney.toUser', { user }), before, addedTo(before, amount, row.decimals)),
            ],
          }
        : {})}
      fields={['from', 'user_id', 'amount']}
      fieldOf={{ insufficient: 'amount', fees_owed: 'amount', house_floor: 'amount', user_unknown: 'user_id' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('venueMoney.payHint')}</p>
          <CurrencyChoice form={form} rows={rows} />
          <AccountChoice
            label={t('venueMoney.from')}
            accounts={payingAccounts}
            row={row}
            value={from}
            error={errorOf('from')}
            onChange={form.setFrom}
          />
          <FigureInput
            label={t('venueMoney.userId')}
            value={text}
            error={errorOf('user_id') ?? userProblem}
            onChange={setText}
          />
          <AmountField form={form} error={errorOf('amount')} />
        </>
      )}
    </ActionDialog>
  );
}
