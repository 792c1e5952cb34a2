import { type PaymentHaltRow, reconciliationCalls } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';

/** The chains on which nothing is paid, and why. */
export function PaymentHalts({ onResume }: { readonly onResume: (halt: PaymentHaltRow) => void }) {
  const t = useTexts();
  const read = useRead(reconciliationCalls.paymentHalts, {});
  const mayResume = useMay(reconciliationCalls.resumePayments);
  const isShort = (reason: string): boolean => reason === 'reconciliation_short';
  return (
    <Section title={t('reconciliation.halts')}>
      <ReadStates read={read}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState text={t('reconciliation.noHalts')} />
          ) : (
            <PlainTable
              caption={t('reconciliation.halts')}
              heads={[t('reconciliation.chain'), t('reconciliation.reason'), t('reconciliation.since'), '']}
              rows={rows}
              rowKey={(row) => String(row.chain_id)}
              renderCells={(row) => [
                row.chain,
                t(isShort(row.reason) ? 'reconciliation.reasons.short' : 'reconciliation.reasons.foreign'),
                <Time key="since" at={row.since} />,
                mayResume && (
                  <Button key="resume" size="dense" look="plain" onClick={() => onResume(row)}>
                    {t('reconciliation.resume')}
                  </Button>
                ),
              ]}
            />
          )
        }
      </ReadStates>
    </Section>
  );
}
