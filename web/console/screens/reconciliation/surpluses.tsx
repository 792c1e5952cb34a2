import { reconciliationCalls, type SurplusRequest, type SurplusRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import { stepOf } from './surplus-amount.ts';

/** A decision about the request to book a surplus. */
export interface SurplusDecision {
  readonly request: SurplusRequest;
  readonly verdict: 'approve' | 'refuse' | 'withdraw';
}

interface SurplusesProps {
  readonly onBook: (surplus: SurplusRow) => void;
  readonly onDecide: (decision: SurplusDecision) => void;
}

/** Money that no record explains, and its way into the accounts of the exchange. */
export function Surpluses({ onBook, onDecide }: SurplusesProps) {
  const t = useTexts();
  const read = useRead(reconciliationCalls.surpluses, {});
  const mayBook = useMay(reconciliationCalls.bookSurplus);
  const heads = {
    chain: t('reconciliation.chain'),
    surplus: t('reconciliation.surplus'),
    bookable: t('reconciliation.bookable'),
    state: t('reconciliation.state'),
  };
  return (
    <Section title={t('reconciliation.surpluses')}>
      <ReadStates read={read}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState text={t('reconciliation.noSurpluses')} />
          ) : (
            <PlainTable
              caption={t('reconciliation.surpluses')}
              heads={[heads.chain, heads.surplus, heads.bookable, heads.state, '']}
              figures={[heads.surplus, heads.bookable]}
              rows={rows}
              rowKey={(row) => row.id}
              renderCells={(row) => [
                row.chain,
                <Amount key="surplus" value={row.surplus} currency={row.code} />,
                <Amount key="bookable" value={row.bookable} currency={row.code} />,
                <SurplusState key="state" row={row} />,
                row.request === null ? (
                  mayBook &&
                  stepOf(row) === 'bookable' && (
                    <Button key="book" size="dense" look="plain" onClick={() => onBook(row)}>
                      {t('reconciliation.book')}
                    </Button>
                  )
                ) : (
                  <Decisions key="decide" request={row.request} onDecide={onDecide} />
                ),
              ]}
            />
          )
        }
      </ReadStates>
    </Section>
  );
}

function SurplusState({ row }: { readonly row: SurplusRow }) {
  const t = useTexts();
  const { bookable_from, code, request } = row;
  if (request === null) {
    const step = stepOf(row);
    const text = t(`reconciliation.steps.${step}`);
    return (
      <>
        <StateBadge tone={step === 'bookable' ? 'accent' : 'quiet'}>{text}</StateBadge>{' '}
        {step === 'waiting' && <Time at={bookable_from} only="relative" />}
      </>
    );
  }
  const { amount, asked_at, asked_by, id, reason } = request;
  return (
    <>
      <StateBadge tone="warning">{t('reconciliation.steps.requested')}</StateBadge>{' '}
      <ConsoleLink to={`/approvals?view=history&row=${id}`}>
        {t('reconciliation.requestedBy', { amount, code, name: asked_by.name })}
      </ConsoleLink>{' '}
      <Time at={asked_at} only="relative" />
      <br />
      {reason}
    </>
  );
}

function Decisions({ onDecide, request }: Pick<SurplusesProps, 'onDecide'> & { readonly request: SurplusRequest }) {
  const t = useTexts();
  return (
    <>
      {request.may_vote && (
        <>
          <Button size="dense" look="accent" onClick={() => onDecide({ request, verdict: 'approve' })}>
            {t('approvals.approve')}
          </Button>{' '}
          <Button size="dense" look="danger" onClick={() => onDecide({ request, verdict: 'refuse' })}>
            {t('approvals.refuse')}
          </Button>
        </>
      )}
      {request.may_withdraw && (
        <Button size="dense" look="plain" onClick={() => onDecide({ request, verdict: 'withdraw' })}>
          {t('approvals.withdraw')}
        </Button>
      )}
    </>
  );
}
