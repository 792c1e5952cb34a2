import { type WithdrawalCase, withdrawalCalls } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { RestrictionBadge } from '../../parts/restriction-badge.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { WithdrawalStatus } from '../../parts/withdrawal-status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import type { Decision } from './decision-dialogs.tsx';
import { reasonText } from '../../parts/withdrawal-reason.ts';

interface WithdrawalDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onDecide: (decision: Decision) => void;
}

/** Everything about a withdrawal, and the decisions that can be taken now. */
export function WithdrawalDrawer({ id, onClose, onDecide }: WithdrawalDrawerProps) {
  const t = useTexts();
  const read = useRead(withdrawalCalls.withdrawalCase, { id }, { keepsPrevious: false });
  return (
    <Drawer
      title={t('withdrawals.one', { id })}
      onClose={onClose}
      actions={read.data !== undefined && <Actions found={read.data} onDecide={onDecide} />}
    >
      <ReadStates read={read}>
        {(found) => (
          <>
            {found.payment?.stage === 'refused' && <p role="status">{t('withdrawals.refusedHint')}</p>}
            {found.halted !== null && (
              <p role="status">
                {t('withdrawals.halted', { reason: found.halted })}{' '}
                <ConsoleLink to="/reconciliation">{t('withdrawals.toHalts')}</ConsoleLink>
              </p>
            )}
            <WithdrawalFacts found={found} />
            <Steps steps={found.steps} />
            <Payment payment={found.payment} />
          </>
        )}
      </ReadStates>
    </Drawer>
  );
}

function Actions({ found, onDecide }: { readonly found: WithdrawalCase } & Pick<WithdrawalDrawerProps, 'onDecide'>) {
  const t = useTexts();
  const { row } = found;
  const may: Readonly<Record<Decision['kind'], boolean>> = {
    approve: useMay(withdrawalCalls.approveWithdrawal),
    reject: useMay(withdrawalCalls.rejectWithdrawal),
    holdBack: useMay(withdrawalCalls.holdBackWithdrawal),
    stop: useMay(withdrawalCalls.stopWithdrawal),
    retry: useMay(withdrawalCalls.retryWithdrawal),
    prove: useMay(withdrawalCalls.proveWithdrawal),
  };
  const kinds = kindsOf(found).filter((kind) => may[kind]);
  if (kinds.length === 0) return null;
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="dense"
          look={kind === 'approve' ? 'accent' : 'plain'}
          onClick={() => onDecide({ kind, row })}
        >
          {t(`withdrawals.${kind}`)}
        </Button>
      ))}
    </>
  );
}

/** A withdrawal is decided once; a payment that is not final can still be stopped. */
function kindsOf({ halted, payment, row: { reason, status } }: WithdrawalCase): readonly Decision['kind'][] {
  if (status === 'reviewing') return ['approve', 'reject'];
  if (status === 'requested') return ['reject', 'holdBack'];
  if (status !== 'approved' && status !== 'broadcast') return [];
  if (payment?.stage === 'refused') return ['retry', 'stop', 'prove'];
  const isUnsigned = payment === null || payment.nonce === null;
  const holdBack: readonly Decision['kind'][] = status === 'approved' && isUnsigned ? ['holdBack'] : [];
  const stop: readonly Decision['kind'][] = reason === 'cancelling' ? [] : [...holdBack, 'stop'];
  // A halt may be due to a transaction that this exchange does not know.
  return payment !== null && halted !== null ? [...stop, 'prove'] : stop;
}

function WithdrawalFacts({ found }: { readonly found: WithdrawalCase }) {
  const t = useTexts();
  const { row } = found;
  const { currency_code: currency } = row;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('words.state'), <WithdrawalStatus key="status" status={row.status} />],
    [t('withdrawals.reason'), reasonText(t, row) ?? noFigure],
    [
      t('withdrawals.user'),
      <ConsoleLink key="user" to={`/users?row=${row.user_id}`}>
        {String(row.user_id)}
      </ConsoleLink>,
    ],
    [t('withdrawals.verification'), t(`withdrawals.verified.${found.review_status}`)],
    [t('withdrawals.restriction'), <RestrictionBadge key="restriction" scope={found.restriction} />],
    [t('withdrawals.debts'), <Debts key="debts" debts={found.debts} />],
    [t('withdrawals.account'), row.account],
    [t('withdrawals.amount'), <Amount key="amount" value={row.amount} currency={currency} />],
    [t('withdrawals.fee'), <Amount key="fee" value={row.fee} currency={currency} />],
    [t('withdrawals.net'), <Amount key="net" value={row.net} currency={currency} />],
    [t('withdrawals.worth'), <Amount key="usd" value={row.usd} currency="USD" />],
    [t('withdrawals.day'), <Amount key="day" value={found.day_usd} currency="USD" />],
    [t('withdrawals.approvers'), t(row.four_eyes ? 'withdrawals.twoPeople' : 'withdrawals.onePerson')],
    [t('withdrawals.network'), `${row.network} (${row.chain})`],
    [t('withdrawals.address'), row.address],
    [t('withdrawals.memo'), row.memo ?? noFigure],
    [t('withdrawals.saved'), t(found.saved ? 'words.yes' : 'words.no')],
    [t('withdrawals.paidBefore'), found.paid_before],
    [t('withdrawals.earliest'), row.earliest_at === null ? noFigure : <Time key="earliest" at={row.earliest_at} />],
    [t('words.time'), <Time key="time" at={row.created_at} />],
  ];
  return <Facts facts={facts} />;
}

function Debts({ debts }: Pick<WithdrawalCase, 'debts'>) {
  if (debts.length === 0) return noFigure;
  return debts.map(({ amount, currency_code: currency }) => (
    <Amount key={currency} value={amount} currency={currency} />
  ));
}

function Steps({ steps }: Pick<WithdrawalCase, 'steps'>) {
  const t = useTexts();
  return (
    <Section title={t('withdrawals.steps')}>
      <PlainTable
        caption={t('withdrawals.steps')}
        heads={[t('withdrawals.step'), t('words.time'), t('withdrawals.by')]}
        rows={steps}
        rowKey={({ at, status }) => `${at} ${status}`}
        renderCells={({ at, by, reason, status }) => [
          reason === null
            ? t(`withdrawals.statuses.${status}`)
            : `${t(`withdrawals.statuses.${status}`)}: ${t(`withdrawals.reasons.${reason}`)}`,
          <Time key="at" at={at} only="absolute" />,
          by ?? noFigure,
        ]}
      />
    </Section>
  );
}

function Payment({ payment }: Pick<WithdrawalCase, 'payment'>) {
  const t = useTexts();
  if (payment === null)
    return (
      <Section title={t('withdrawals.payment')}>
        <p>{t('withdrawals.noPayment')}</p>
      </Section>
    );
  return (
    <Section title={t('withdrawals.payment')}>
      <Facts
        facts={[
          [t('withdrawals.paymentState'), t(`withdrawals.stages.${payment.stage}`)],
          [t('withdrawals.paymentReason'), payment.reason ?? noFigure],
          [t('withdrawals.nonce'), payment.nonce ?? noFigure],
        ]}
      />
      {payment.attempts.length > 0 && (
        <PlainTable
          caption={t('withdrawals.attempts')}
          heads={[t('withdrawals.kind'), t('withdrawals.attempt'), t('withdrawals.sentAt'), t('withdrawals.block')]}
          rows={payment.attempts}
          rowKey={({ kind, max_fee, sent_at, tx }) => `${kind} ${tx} ${sent_at} ${max_fee}`}
          renderCells={({ height, kind, reverted, sent_at, tx }) => [
            t(`withdrawals.kinds.${kind}`),
            <span key="tx" title={tx ?? undefined}>
              {tx === null ? noFigure : `${tx.slice(0, 10)}…${tx.slice(-6)}`}
            </span>,
            sent_at === null ? noFigure : <Time key="sent" at={sent_at} only="absolute" />,
            reverted ? `${height} (${t('withdrawals.reverted')})` : (height ?? noFigure),
          ]}
        />
      )}
    </Section>
  );
}
