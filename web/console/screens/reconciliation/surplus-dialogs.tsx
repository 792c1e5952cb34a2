import { approvalCalls, reconciliationCalls, type SurplusRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { changesBetween } from '../../parts/changes.ts';
import { FigureInput } from '../../parts/figure-input.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';
import { bookingProblem, leftAfter } from './surplus-amount.ts';
import type { SurplusDecision } from './surpluses.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

/** Requests that a surplus is booked as money of the exchange. */
export function BookSurplus({ surplus: row, onClose }: DialogProps & { readonly surplus: SurplusRow }) {
  const t = useTexts();
  const figures = useFigures();
  const { asset, bookable, chain, chain_id, code, decimals, surplus } = row;
  const [amount, setAmount] = useState(bookable);
  const problem = bookingProblem(amount, row);
  const shown = (value: string): string => `${figures.trimmed(value, 18)} ${code}`;
  const problems = {
    none: t('entry.amount'),
    precise: t('reconciliation.tooPrecise', { decimals }),
    too_much: t('reconciliation.tooMuch', { amount: shown(bookable) }),
  };
  return (
    <ActionDialog
      call={reconciliationCalls.bookSurplus}
      title={t('reconciliation.bookTitle', { chain, code })}
      confirmLabel={t('reconciliation.book')}
      reasonCode="correction"
      input={problem === null ? { chain_id, asset, amount } : null}
      changes={
        problem === null
          ? [{ field: t('reconciliation.surplus'), before: shown(surplus), after: shown(leftAfter(amount, row)) }]
          : []
      }
      fields={['amount']}
      fieldOf={{ surplus_exceeded: 'amount' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('reconciliation.bookHint')}</p>
          <p>{t('reconciliation.bookRest')}</p>
          <FigureInput
            label={t('reconciliation.amount')}
            unit={code}
            value={amount}
            error={errorOf('amount') ?? (amount === '' || problem === null ? null : problems[problem])}
            onChange={setAmount}
          />
          <div>
            <Button size="dense" look="plain" onClick={() => setAmount(bookable)}>
              {t('reconciliation.bookAll')}
            </Button>
          </div>
        </>
      )}
    </ActionDialog>
  );
}

/** Votes on a request to book a surplus, or withdraws it. */
export function DecideSurplus({ decision, onClose }: DialogProps & { readonly decision: SurplusDecision }) {
  const t = useTexts();
  const { request, verdict } = decision;
  const { id } = request;
  const title = t(`approvals.titles.${verdict}`, { id });
  // The vote names what the voter has seen, so it is not read again while the dialog is open.
  const read = useRead(
    approvalCalls.approval,
    { id },
    {
      when: verdict !== 'withdraw',
      every: null,
      keepsPrevious: false,
    },
  );
  if (verdict === 'withdraw') {
    return (
      <ActionDialog
        call={approvalCalls.withdrawApproval}
        title={title}
        confirmLabel={t('approvals.withdraw')}
        input={{ id }}
        onClose={onClose}
      />
    );
  }
  if (read.data === undefined) {
    return (
      <Sheet title={title} opened from="centre" onClose={onClose}>
        <ReadStates read={read}>{() => null}</ReadStates>
      </Sheet>
    );
  }
  const { after, before, payload_hash, reason_code } = read.data;
  return (
    <ActionDialog
      call={approvalCalls.voteOnApproval}
      title={title}
      confirmLabel={t(`approvals.${verdict}`)}
      isDestructive={verdict === 'refuse'}
      reasonCode={reason_code}
      changes={changesBetween(before, after)}
      input={{ id, verdict, payload_hash }}
      onClose={onClose}
    />
  );
}
