import { NativeSelect } from '@mantine/core';
import { debtCalls, debtPayers, type DebtRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';
import { largestPayment, lessened, paymentProblem } from './settlement.ts';

interface SettleDialogProps {
  readonly debt: DebtRow;
  readonly onClose: () => void;
}

/** Pays a debt or a part of it with money of the exchange. */
export function SettleDialog({ debt, onClose }: SettleDialogProps) {
  const t = useTexts();
  const figures = useFigures();
  const [from, setFrom] = useState<(typeof debtPayers)[number]>('insurance');
  const [amount, setAmount] = useState('');
  const { currency_code: code, currency_id, decimals, user_id } = debt;
  const available = debt[from];
  const problem = paymentProblem(amount, debt, available);
  const shown = (units: string): string => `${figures.trimmed(units, 18)} ${code}`;
  const problems = {
    none: t('entry.amount'),
    precise: t('debts.tooPrecise', { decimals }),
    above_debt: t('debts.tooMuch'),
    above_balance: t('debts.tooMuchPaid'),
  };
  return (
    <ActionDialog
      call={debtCalls.settleDebt}
      title={t('debts.settleTitle', { user: user_id, code })}
      confirmLabel={t('debts.settle')}
      reasonCode="compensation"
      input={problem === null ? { user_id, currency_id, from, amount } : null}
      changes={
        problem === null
          ? [
              {
                field: t('debts.amount'),
                before: shown(debt.amount),
                after: shown(lessened(debt.amount, amount, decimals)),
              },
              {
                field: t(`debts.${from}`),
                before: shown(available),
                after: shown(lessened(available, amount, decimals)),
              },
            ]
          : []
      }
      fields={['from', 'amount']}
      fieldOf={{ insufficient: 'amount', debt_exceeded: 'amount' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('debts.settleHint')}</p>
          <NativeSelect
            label={t('debts.from')}
            value={from}
            error={errorOf('from')}
            data={debtPayers.map((payer) => ({ value: payer, label: `${t(`debts.${payer}`)}: ${shown(debt[payer])}` }))}
            onChange={(event) => {
              const chosen = debtPayers.find((payer) => payer === event.currentTarget.value);
              if (chosen !== undefined) setFrom(chosen);
            }}
          />
          <FigureInput
            label={t('debts.payment')}
            unit={code}
            value={amount}
            error={errorOf('amount') ?? (amount === '' || problem === null ? null : problems[problem])}
            onChange={setAmount}
          />
          <div>
            <Button size="dense" look="plain" onClick={() => setAmount(largestPayment(debt, available))}>
              {t('debts.useAll')}
            </Button>
          </div>
        </>
      )}
    </ActionDialog>
  );
}
